import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
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

/** Names of the loaded files of languages. */
const watchTranslations = (page: Page): string[] => {
  const names: string[] = [];
  page.on('response', (response) => {
    const name = /assets\/((?:load|recipient|app)-[^/]+\.js)$/.exec(response.url())?.[1];
    if (name !== undefined) names.push(name);
  });
  return names;
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
    expect(loaded.map((name) => name.split('-')[0])).toEqual(['load', 'recipient']);

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
});
