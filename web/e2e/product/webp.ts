import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { settled, themes } from '../screens/settled.js';

const quality = 80;
/** Pixels per CSS pixel. */
const scale = 1.5;

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const areaOf = async (page: Page, part: Locator | undefined): Promise<Area> => {
  const size = page.viewportSize();
  const box = part === undefined ? size && { x: 0, y: 0, ...size } : await part.boundingBox();
  if (box === null) throw new Error('nothing to take a picture of');
  const scrolled = await page.evaluate(() => window.scrollY);
  return { ...box, y: box.y + scrolled };
};

/** Writes the window, or a part of the page, in both themes: public/pictures/<name>-<theme>.webp. Only Chromium. */
export const writePictures = async (page: Page, name: string, part?: Locator): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const clip = { ...(await areaOf(page, part)), scale };
    const options = { format: 'webp', quality, clip, captureBeyondViewport: true } as const;
    const { data } = await session.send('Page.captureScreenshot', options);
    const path = resolve(`public/pictures/${name}-${colorScheme}.webp`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, Buffer.from(data, 'base64'));
  }
  await page.emulateMedia({ colorScheme: 'light' });
};
