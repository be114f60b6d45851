import type { Page } from '@playwright/test';

/**
 * The component library computes its colours in script, one render after the style sheets change theirs. Resolves
 * when all elements have the background colour of the style sheets; a long list takes seconds on a busy machine.
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
 * Resolves when transitions are complete and a change of theme or width is drawn: two successive frames without a
 * finite animation. Ignores endless and scroll-driven animations. The wait is limited, also for a page that is not
 * painted and therefore gets no animation frames.
 */
export const settled = async (page: Page): Promise<void> => {
  await themed(page);
  await page.evaluate(async () => {
    const frame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, 250);
      });
    const isMoving = () =>
      document.getAnimations().some(({ effect, playState, timeline }) => {
        const end = effect?.getComputedTiming().endTime;
        const isEnding = timeline === document.timeline && end !== Number.POSITIVE_INFINITY;
        return isEnding && playState === 'running';
      });
    const patienceMs = 5000;
    const from = performance.now();
    let still = 0;
    while (still < 2 && performance.now() - from < patienceMs) {
      await frame();
      still = isMoving() ? 0 : still + 1;
    }
  });
};

export const sizes = {
  '1280x800': { width: 1280, height: 800 },
  '390x844': { width: 390, height: 844 },
};

export const themes = ['light', 'dark'] as const;
