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
 * What fades in has arrived, and a change of theme or width is drawn: two frames in a row without an
 * animation that will end. One that never does (it repeats, or waits for something to scroll by) is not waited
 * for, and no other longer than a person would.
 */
export const settled = async (page: Page): Promise<void> => {
  await themed(page);
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
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
