import type { Page } from '@playwright/test';

/**
 * The component library computes its colours in script, a render after the style sheets have
 * changed theirs: all of it must agree with them on the background. Resolves then; that a long list takes
 * seconds on a busy machine is no reason to go on, only that something never agrees.
 */
const themed = (page: Page): Promise<unknown> =>
  page
    .waitForFunction(
      () => {
        const ours = getComputedStyle(document.documentElement).getPropertyValue('--color-bg');
        return [...document.querySelectorAll('[class*="ant-"]')]
          .map((part) => getComputedStyle(part).getPropertyValue('--ant-color-bg-layout').trim())
          .every((theirs) => theirs === '' || theirs === ours.trim());
      },
      undefined,
      { timeout: 20_000 },
    )
    .catch(() => undefined);

/**
 * What fades in has arrived, and a change of theme or width is drawn. Nobody waits for an animation that
 * never ends (it repeats, or waits for something to scroll by), nor long for any other.
 */
export const settled = async (page: Page): Promise<void> => {
  await themed(page);
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const patience = new Promise((resolve) => setTimeout(resolve, 400));
    const ends = document
      .getAnimations()
      .filter(({ effect, timeline }) => {
        const end = effect?.getComputedTiming().endTime;
        return timeline === document.timeline && end !== Number.POSITIVE_INFINITY;
      })
      .map(({ finished }) => finished.catch(() => undefined));
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
