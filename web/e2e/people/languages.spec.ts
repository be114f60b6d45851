import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { answerApi } from '../screens/answers.js';
import { showScreen, signedInScreens } from '../screens/index.js';
import { auditLogs, pro, record, shares } from '../screens/samples.js';
import {
  createShare,
  openDashboard,
  randomFile,
  recipientPage,
  sha256OfDownload,
  stayAfterwards,
} from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const open = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: stackInfo().url,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  return context.newPage();
};

/** Names of the loaded files of languages, without their hashes. */
const watchTranslations = (page: Page): string[] => {
  const names: string[] = [];
  page.on('response', (response) => {
    const name = /assets\/(load|[\w-]+-(?:recipient|app))-[\w-]{8}\.js$/.exec(response.url())?.[1];
    if (name !== undefined) names.push(name);
  });
  return names;
};

/** Words of the elements, or the parts of an address, that are on more than one line. */
const brokenWords = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((all) =>
    all.flatMap((element) => {
      const broken: string[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          if (new Set(tops).size > 1) broken.push(word);
        }
      }
      return broken;
    }),
  );

const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

/** Words in Latin letters that are visible and are neither names nor units. */
const englishWords = async (page: Page): Promise<string[]> => {
  const text = await page.locator('body').innerText();
  const menu = await page.locator('select').allInnerTexts();
  const withoutMenu = menu.reduce((rest, part) => rest.replace(part, ''), text);
  // The type of the file is a name as well.
  const words = withoutMenu.replace('application/octet-stream', '').match(/[a-z]{3,}/gi);
  return (words ?? []).filter((word) => !/^(Tandem|random|bin|Ada|Sender|SHA)$/.test(word));
};

test.describe('languages', () => {
  test('follow the browser, load their texts only, and can be changed and remembered', async ({
    browser,
  }) => {
    const english = await open(browser);
    const loadedInEnglish = watchTranslations(english);
    await english.goto('/share/AAAAAAAAAAAAAAAAAAAAAA');
    await expect(english.getByRole('button', { name: 'Access File' })).toBeVisible();
    expect(loadedInEnglish).toEqual([]);
    await english.context().close();

    const page = await open(browser, { locale: 'de-AT' });
    const loaded = watchTranslations(page);
    await page.goto('/share/AAAAAAAAAAAAAAAAAAAAAA');
    await expect(page.getByRole('button', { name: 'Datei öffnen' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
    expect(loaded).toEqual(['load', 'de-recipient']);

    const address = page.url();
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English');
    await expect(page.getByRole('button', { name: 'Access File' })).toBeVisible();
    expect(page.url()).toBe(address);
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
    await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
    await page.context().close();
  });

  test('have a landing page each, which leads to the sign-in of its language', async ({
    browser,
  }) => {
    const page = await open(browser);
    await page.goto('/landing');
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(/\/de\/landing$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('link[hreflang="de"]')).toHaveAttribute('href', /\/de\/landing$/);
    const sitemap = await (await page.request.get('/sitemap.xml')).text();
    expect(sitemap).toMatch(/<loc>[^<]*\/de\/landing<\/loc><xhtml:link [^>]*hreflang="en"/);
    await page.getByRole('link', { name: 'Zur Übersicht' }).click();
    await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
    await page.context().close();
  });

  test('include English, chosen on the landing page in a browser that prefers another', async ({
    browser,
  }) => {
    const page = await open(browser, { locale: 'de-DE' });
    await page.goto('/');
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await page.context().close();
  });

  test('fit a window of 320 px without breaking words or prices', async ({ browser }) => {
    const page = await open(browser, { viewport: { width: 320, height: 700 } });
    await openDashboard(page);
    const speak = (language: string): Promise<void> =>
      page.context().addCookies([{ name: 'language', value: language, url: stackInfo().url }]);
    const user = { '/api/user': record({ isAdmin: true }) };
    await answerApi(page, { ...user, '/api/audit-logs': auditLogs(24) });

    await speak('de');
    await page.goto('/audit-logs');
    const tabs = page.getByRole('navigation').getByRole('list');
    await expect(tabs.getByRole('listitem')).toHaveCount(5);
    await expect(tabs.getByRole('link', { name: 'Admin' })).toBeVisible();
    const beyond = () => tabs.evaluate((list) => list.scrollWidth - list.clientWidth);
    await expect.poll(beyond).toBe(0);
    await expect(page.getByText('Download abgeschlossen').first()).toBeVisible();
    expect(await brokenWords(page.getByText('Download abgeschlossen'))).toEqual([]);
    expect(await brokenWords(page.getByText('Erfolg', { exact: true }))).toEqual([]);

    await page.goto('/share/AAAAAAAAAAAAAAAAAAAAAA');
    const heading = page.getByRole('heading', { name: 'Datei mit Passwortschutz' });
    await expect(heading).toBeVisible();
    expect(await brokenWords(heading)).toEqual([]);

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await answerApi(page, { '/api/user': pro, '/api/file-shares': shares });
    await page.goto('/');
    const choose = page.getByText('Datei wählen', { exact: true }).last();
    await expect(choose).toBeVisible();
    expect(await linesOf(choose)).toBe(1);
    await page.getByRole('button', { name: 'Anleitung zur Installation' }).click();
    const title = page.getByRole('dialog').getByText('Anleitung zur Installation');
    await expect(title).toBeVisible();
    expect(await brokenWords(title)).toEqual([]);

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await answerApi(page, { '/api/user': pro });
    await page.goto('/help');
    const mail = page.getByRole('link', { name: 'support@tandem.example' });
    await expect(mail).toBeVisible();
    expect(await brokenWords(mail)).toEqual([]);

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await answerApi(page, user);
    await speak('ar');
    await page.goto('/subscribe');
    const price = page.getByText(/^\W*110\W*US\$\W*$/);
    await expect(price).toBeVisible();
    expect(await linesOf(price)).toBe(1);

    await speak('de');
    const packing = signedInScreens.find(({ name }) => name === 'upload-packing');
    if (packing === undefined) throw new Error('no screen of packing');
    await showScreen(page, { ...packing, ready: '2 Dateien werden als ZIP gepackt …' });
    expect(await brokenWords(page.getByText('37%'))).toEqual([]);
    await page.context().close();
  });

  test('take an Arabic recipient from the link to the verified file, mirrored and without English', async ({
    openBrowser,
  }) => {
    const file = await randomFile(2 * 1024 * 1024);
    const sender = await (await openBrowser()).newPage();
    await openDashboard(sender);
    const share = await createShare(sender, file.path);
    const page = await recipientPage(await openBrowser(), { locale: 'ar-EG' });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

    await page.goto(share.link);
    const password = page.getByLabel('كلمة المرور', { exact: true });
    await password.fill('not the password');
    await press('فتح الملف');
    const denied = 'كلمة المرور غير صحيحة أو انتهت صلاحية الرابط.';
    await expect(page.getByText(denied).first()).toBeVisible();
    expect(await englishWords(page)).toEqual([]);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    // The steps begin on the right.
    const steps = page.getByRole('list').first().getByRole('listitem');
    const first = (await steps.first().boundingBox())?.x ?? 0;
    expect(first).toBeGreaterThan((await steps.last().boundingBox())?.x ?? 0);

    await password.fill(share.password);
    await press('فتح الملف');
    await page.getByLabel('الاسم الكامل').fill('منى');
    await page.getByLabel('البريد الإلكتروني').fill('muna@example.com');
    expect(await englishWords(page)).toEqual([]);
    await press('المتابعة إلى التنزيل');
    await stayAfterwards(page, 'البقاء في هذه الصفحة');
    const saved = page.waitForEvent('download');
    await press('تنزيل الملف');
    await expect(page.getByText('تم التحقق، والملف مطابق لنسخة المرسِل').first()).toBeVisible();
    expect(await englishWords(page)).toEqual([]);
    expect(await sha256OfDownload(await saved)).toBe(file.sha256);
    await file.remove();
  });
});
