import { describeDevice } from '../../../transfer/pure.js';
import { texts } from '../texts.js';
import { installBrowserOf } from './install-steps.js';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('How to Install', () => {
  it.each([
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4) ${webkit} Version/17.4 Mobile Safari`,
      5,
      'iosSafari',
    ],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_4) ${webkit} CriOS/120 Mobile Safari`, 5, 'iosOther'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X) ${webkit} Version/17.4 Safari/605`, 5, 'iosSafari'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X) ${webkit} Version/17.4 Safari/605`, 0, 'macSafari'],
    [`Mozilla/5.0 (Linux; Android 14) ${webkit} Chrome/120.0 Mobile Safari`, 5, 'androidChrome'],
    [`Mozilla/5.0 (Linux; Android 14) ${webkit} SamsungBrowser/23 Chrome/115`, 5, 'samsung'],
    ['Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0', 5, 'androidFirefox'],
    [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/120.0 Safari/537.36 Edg/120.0`, 0, 'edge'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/120.0 Safari/537.36`, 0, 'chrome'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 0, 'firefox'],
    ['Lynx/2.9', 0, 'other'],
  ] as const)(
    'recognises %s with %d touch points as %s [2.100]',
    (userAgent, touchPoints, expected) => {
      expect(installBrowserOf(describeDevice(userAgent, touchPoints, 390))).toBe(expected);
      expect(texts.install.steps[expected].length).toBeGreaterThan(0);
    },
  );
});
