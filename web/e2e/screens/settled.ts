import type { Page } from '@playwright/test';

/**
 * The component library computes its colours in script, a render after the style sheets have
 * changed theirs: both must agree on the background. Resolves then, or after a while.
 */
const themed = (page: Page): Promise<unknown> =>
  page
    .waitForFunction(
      () => {
        const component = document.querySelector('[class*="ant-"]');
        if (component === null) return true;
        const theirs = getComputedStyle(component).getPropertyValue('--ant-color-bg-layout');
        const ours = getComputedStyle(document.documentElement).getPropertyValue('--color-bg');
        return theirs.trim() === '' || theirs.trim() === ours.trim();
      },
      undefined,
      { timeout: 2_000 },
    )
    .catch(() => undefined);

/**
 * What fades in has arrived, and a change of theme or width is drawn. Some animations never end
 * (they repeat, or wait for something to scroll by), so nobody waits long for them.
 */
export const settled = async (page: Page): Promise<void> => {
  await themed(page);
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const patience = new Promise((resolve) => setTimeout(resolve, 400));
    const ends = document.getAnimations().map(({ finished }) => finished.catch(() => undefined));
    await frame();
    await Promise.race([Promise.all(ends), patience]);
    await frame();
  });
};

export const sizes = {
  '1280x800': { width: 1280, height: 800 },
  '390x844': { width: 390, height: 844 },
};

export const themes = ['light', 'dark'] as const;
