import type { Page } from '@playwright/test';

/**
 * What fades in has arrived, and a change of theme or width is drawn. Some animations never end
 * (they repeat, or wait for something to scroll by), so nobody waits long for them.
 */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const patience = new Promise((resolve) => setTimeout(resolve, 400));
    const ends = document.getAnimations().map(({ finished }) => finished.catch(() => undefined));
    await frame();
    await Promise.race([Promise.all(ends), patience]);
    await frame();
  });

export const sizes = {
  '1280x800': { width: 1280, height: 800 },
  '390x844': { width: 390, height: 844 },
};

export const themes = ['light', 'dark'] as const;
