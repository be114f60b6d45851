import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareSite, manifestSchema } from '../../../tools/verify-site/site.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));
const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(dist, 'release.json'), 'utf8')));

test('the site delivers exactly the files of its manifest', async () => {
  expect(Object.keys(manifest.files).length).toBeGreaterThan(50);
  expect(await compareSite(manifest, { site: stackInfo().url })).toEqual([]);
});

test('no delivered file contains the folder or the time of the build', () => {
  const today = new Date().toISOString().slice(0, 10);
  const found = readdirSync(dist, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|json|txt|xml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const text = readFileSync(path, 'utf8');
      return text.includes(root) || text.includes(today);
    });
  expect(found).toEqual([]);
});

test('public pages show the release', async ({ page }) => {
  await page.goto('/trust');
  await expect(page.getByRole('contentinfo')).toContainText(`Release ${manifest.release}`);
});

test.describe('subresource integrity', () => {
  // The worker's requests would bypass the changed answer.
  test.use({ serviceWorkers: 'block' });

  test('covers every script and stylesheet of a page', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
    const unprotected = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script, link')]
        .filter((element) =>
          /\.(js|css)$/.test(element.getAttribute('href') ?? element.getAttribute('src') ?? ''),
        )
        .filter((element) => element.integrity === '')
        .map((element) => element.outerHTML),
    );
    expect(unprotected).toEqual([]);
  });

  test('makes the browser refuse a changed chunk that is imported dynamically', async ({
    page,
  }) => {
    await page.route(/\/assets\/share-page-[^/]+\.js$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\nwindow.changed = true;` });
    });
    await page.goto('/share/AAAAAAAAAAAAAAAAAAAAAA');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expect(await page.evaluate(() => 'changed' in window)).toBe(false);
  });
});
