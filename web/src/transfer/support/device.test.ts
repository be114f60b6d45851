import { describeDevice } from './device.js';

describe('device', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  const ios = { isIos: true, isSafari: true };
  const desktop = { isIos: false, isMobile: false };

  it.each([
    ['an iPhone', iphone, 5, 390, { ...ios, isMobile: true }],
    ['an iPad with the user agent of a Mac', mac, 5, 1_180, { ...ios, isMobile: false }],
    ['a Mac', mac, 0, 1_440, { ...desktop, isSafari: true }],
    ['Chrome on a touch laptop', chrome, 10, 1_440, { ...desktop, isSafari: false }],
  ])('recognises %s', (_name, userAgent, touchPoints, widthPx, expected) => {
    expect(describeDevice(userAgent, touchPoints, widthPx)).toMatchObject(expected);
  });
});
