import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { settled, sizes, themes } from '../screens/settled.js';

const folder = resolve(process.env['SCREENSHOTS'] ?? '../screenshots');

/** Four pictures of what the page shows now: two sizes, two themes. */
export const takePictures = async (page: Page, name: string, isWindow = false): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const path = join(folder, `${name}-${size}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: !isWindow });
    }
  }
  await page.setViewportSize(sizes['1280x800']);
};
