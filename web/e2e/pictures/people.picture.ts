import type { Locator, Page } from '@playwright/test';
import { verifyEmailOf } from '../support/accounts.js';
import { openDashboard, randomFile, recipientPage } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';
import { inEachLook } from './take.js';

/**
 * What people meet in the middle of their work, in two other languages, wide and at 320 px, in both themes. The steps
 * find their controls by role and place, because their names are in another language.
 */
const sizes = { wide: { width: 1280, height: 900 }, narrow: { width: 320, height: 720 } };

/** Controls that cannot be told from others without their name. */
const labels = {
  de: {
    setUp: 'Einrichten',
    change: 'Diese Freigabe ändern',
    tellMe: /Benachrichtigen, wenn/,
  },
  ar: { setUp: 'إعداد', change: 'تعديل هذه المشاركة', tellMe: /أخطرني عند/ },
} as const;

type Language = keyof typeof labels;

test.use({ serviceWorkers: 'block' });

const take = (page: Page, name: string, part?: Locator): Promise<void> =>
  inEachLook(page, `people-${name}`, sizes, (path) =>
    part === undefined ? page.screenshot({ path, fullPage: true }) : part.screenshot({ path }),
  );

const speak = async (page: Page, language: Language): Promise<void> => {
  const { url } = stackInfo();
  await page.context().addCookies([{ name: 'language', value: language, url }]);
};

/** The emulator has no one-time passwords. */
const answerIdentity = (page: Page, call: RegExp, json: object): Promise<unknown> =>
  page.route(call, (route) =>
    route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } }),
  );

/** Limits the rate of the recipient's downloads, so that they can be interrupted. */
const slowDown = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    localStorage.setItem(
      'rate-limit-receive',
      JSON.stringify({ bytesPerSecond: 4_000_000, isYielding: false }),
    ),
  );

const share = async (sender: Page, path: string): Promise<{ link: string; password: string }> => {
  await sender.locator('input[type=file]').first().setInputFiles(path);
  await sender.locator('main .ant-btn-primary').first().click();
  const dialog = sender.getByRole('dialog');
  const [link, password] = [dialog.locator('input').nth(0), dialog.locator('input').nth(1)];
  await expect(link).toHaveValue(/#/);
  return { link: await link.inputValue(), password: await password.inputValue() };
};

const enter = async (page: Page, password: string): Promise<void> => {
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  const fields = page.locator('[data-step=details] input');
  await expect(fields).toHaveCount(2);
  await fields.nth(0).fill('Grace Recipient');
  await fields.nth(1).fill('grace@example.com');
  await page.locator('button[type=submit]').click();
  await expect(page.locator('[data-state=ready]')).toBeVisible();
};

const panel = (page: Page): Locator => page.locator('[data-step=receiver]');

for (const language of ['de', 'ar'] as const) {
  const words = labels[language];

  test(`pictures of the second factor, ${language}`, async ({ page }) => {
    test.setTimeout(300_000);
    const person = await openDashboard(page);
    await verifyEmailOf(person.email);
    await speak(page, language);
    await answerIdentity(page, /mfaEnrollment:start/, {
      totpSessionInfo: {
        sharedSecretKey: 'KRSXG5BAON2HE2LOM4QGS3TTMVRXE',
        verificationCodeLength: 6,
        hashingAlgorithm: 'SHA1',
        periodSec: 30,
        sessionInfo: 'session',
        finalizeEnrollmentTime: new Date(Date.now() + 600_000).toISOString(),
      },
    });
    // Off unless the operator's project has it.
    await page.route('**/api/config', async (route) => {
      const response = await route.fetch();
      const config = (await response.json()) as { policy: object };
      const policy = { ...config.policy, offersSecondFactor: true };
      await route.fulfill({ response, json: { ...config, policy } });
    });
    await page.goto('/settings');
    await page.getByRole('button', { name: words.setUp }).click();
    const code = page.getByRole('img', { name: /QR/ });
    await expect(code).toBeVisible();
    await take(page, `factor-${language}`, page.locator('section').filter({ has: code }));
    await take(page, `account-${language}`, page.locator('main section').first());

    const visitor = await (await page.context().browser()?.newContext())?.newPage();
    if (visitor === undefined) throw new Error('no browser');
    await speak(visitor, language);
    await answerIdentity(visitor, /accounts:signInWithPassword/, {
      mfaPendingCredential: 'pending',
      mfaInfo: [{ mfaEnrollmentId: 'one', totpInfo: {}, enrolledAt: new Date().toISOString() }],
    });
    await visitor.goto(`${stackInfo().url}/login`);
    await visitor.locator('input[type=email]').fill(person.email);
    await visitor.locator('input[type=password]').fill(person.password);
    await visitor.locator('button[type=submit]').click();
    await expect(visitor.getByRole('dialog')).toBeVisible();
    await take(visitor, `code-${language}`);
    await visitor.context().close();
  });

  test(`pictures of a share and its recipient, ${language}`, async ({ openBrowser }) => {
    test.setTimeout(500_000);
    const small = await randomFile(300_000, 'Vertrag (final, signed).pdf');
    const large = await randomFile(48 * 1024 * 1024, 'wedding-raw-footage-4k.mov');
    const browser = await openBrowser();
    const sender = await (await browser.newContext({ baseURL: stackInfo().url })).newPage();
    await openDashboard(sender);
    await speak(sender, language);
    await sender.reload();
    const first = await share(sender, small.path);
    await sender.getByRole('button', { name: words.change }).click();
    await expect(sender.getByRole('dialog').locator('form')).toBeVisible();
    await take(sender, `change-${language}`);
    await sender.keyboard.press('Escape');

    const recipient = await recipientPage(browser);
    await speak(recipient, language);
    await slowDown(recipient);
    await recipient.goto(first.link);
    await take(recipient, `menu-${language}`, recipient.locator('footer'));
    await enter(recipient, first.password);
    const saved = recipient.waitForEvent('download');
    await recipient.locator('[data-state=ready] button').first().click();
    await saved;
    await expect(sender.getByRole('switch').first()).toBeVisible();
    await expect(
      sender.getByRole('button', { name: /Receipt|Beleg|Quittung|إيصال/ }),
    ).toBeVisible();
    await take(sender, `delivered-${language}`);

    await expect(sender.locator('input[type=file]').first()).toBeEnabled();
    const second = await share(sender, large.path);
    await sender.keyboard.press('Escape');
    const late = await recipientPage(browser);
    await speak(late, language);
    await slowDown(late);
    await late.goto(second.link);
    await enter(late, second.password);
    await late.locator('[data-state=ready] button').first().click();
    // Blocks are durable some MiB after they have arrived.
    const progress = late.getByRole('progressbar').first();
    await expect
      .poll(async () => Number(await progress.getAttribute('aria-valuenow')), { timeout: 60_000 })
      .toBeGreaterThan(40);
    await late.reload();
    await enter(late, second.password);
    const before = late.locator('[data-state=ready] section, [data-state=ready] div p');
    await expect(before.first()).toBeVisible();
    await take(late, `interrupted-${language}`, panel(late));

    await sender.context().close();
    await late.locator('[data-state=ready] button').first().click();
    await expect(late.getByRole('button', { name: words.tellMe })).toBeVisible({ timeout: 60_000 });
    await take(late, `away-${language}`, panel(late));
    await late.getByRole('button', { name: words.tellMe }).click();
    await take(late, `asked-${language}`, panel(late));
    await small.remove();
    await large.remove();
  });
}
