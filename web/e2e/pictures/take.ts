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

/** Takes four screenshots: two sizes, two themes. */
export const takePictures = async (page: Page, name: string, isWindow = false): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of themes) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const path = join(folder, `${name}-${size}-${colorScheme}.png`);
      if (!isWindow) await growToContent(page, viewport);
      await page.screenshot({ path });
    }
  }
  await page.setViewportSize(sizes['1280x800']);
};
