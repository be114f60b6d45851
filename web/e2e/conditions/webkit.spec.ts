import { createAccount } from '../support/accounts.js';
import { stackInfo } from '../support/stack.js';
import { expect, test as base } from '../support/test.js';
import { lacksWebKit, openWebKit, withoutWebKit, type WebKitWindow } from './webkit-window.js';

const test = base.extend<{ webkit: WebKitWindow }>({
  webkit: async ({ browserName: _ }, provide) => {
    const webkit = await openWebKit();
    await provide(webkit);
    await webkit.close();
  },
});

test.skip(lacksWebKit(), withoutWebKit);

/** Without a graphics card WebKitGTK draws on the processor, which the other tests share. */
const slowScreen = { timeout: 60_000 };

const expectText = async (webkit: WebKitWindow, path: string, shown: RegExp): Promise<void> => {
  await webkit.open(`${stackInfo().url}${path}`);
  await expect.poll(() => webkit.text(), { ...slowScreen, message: path }).toMatch(shown);
};

test('every class of page is shown in WebKit', async ({ webkit }) => {
  await expectText(webkit, '/landing', /Nowhere in\s+between/);
  await expectText(webkit, '/trust', /Trust/);
  // Debian's WebKit has no WebRTC.
  await expectText(
    webkit,
    '/share/AbCdEf',
    /Password Protected File[^]*This browser blocks WebRTC/,
  );
  const { email, password } = await createAccount();
  await expectText(webkit, '/login', /Welcome back/);
  await webkit.type('input[type=email]', email);
  await webkit.type('input[type=password]', password);
  await webkit.click('form button[type=submit]');
  await expect.poll(() => webkit.text(), slowScreen).toMatch(/Share File via WebRTC/);
  await expectText(webkit, '/settings', /Your account and your plan/);
  await expectText(webkit, '/audit-logs', /Audit Records/);
  await expectText(webkit, '/subscribe', /Unlimited sharing/);
});
