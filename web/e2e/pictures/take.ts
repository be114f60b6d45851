import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page, ViewportSize } from '@playwright/test';
import { settled, sizes, themes } from '../screens/settled.js';

const folder = resolve(process.env['SCREENSHOTS'] ?? '../screenshots');

/** Makes the window as high as the page, so that fixed elements are at the edge of the screenshot. */
const growToContent = async (page: Page, { width, height }: ViewportSize): Promise<void> => {
  const content = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, content) });
};

type Sizes = Readonly<Record<string, ViewportSize>>;

/** Shows the page in each size and theme, settled; `take` gets the path of the file. Ends with the first size. */
export const inEachLook = async (
  page: Page,
  name: string,
  shown: Sizes,
  take: (path: string, viewport: ViewportSize) => Promise<unknown>,
): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const [size, viewport] of Object.entries(shown)) {
    for (const colorScheme of themes) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await settled(page);
      await take(join(folder, `${name}-${size}-${colorScheme}.png`), viewport);
    }
  }
  const [first] = Object.values(shown);
  if (first !== undefined) await page.setViewportSize(first);
};

/** Takes four screenshots: two sizes, two themes. */
export const takePictures = (page: Page, name: string, isWindow = false): Promise<void> =>
  inEachLook(page, name, sizes, async (path, viewport) => {
    if (!isWindow) await growToContent(page, viewport);
    await page.screenshot({ path });
  });
