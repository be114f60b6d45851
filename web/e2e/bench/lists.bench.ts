import type { Page } from '@playwright/test';
import { auditLogs, inDays, pro, share } from '../screens/samples.js';
import { signUp } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

/** Wheel events, one every other frame; each scrolls about as far as a flick. */
const turns = 240;
const turnPx = 240;

interface Watch {
  /** Times between frames, ms. */
  frames: number[];
  /** Durations of tasks of the main thread of 50 ms or more, ms. */
  longTasks: number[];
}

/** Starts counting frames and long tasks in `window.watch`. */
const startWatch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const watch: Watch = { frames: [], longTasks: [] };
    Object.assign(window, { watch });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watch.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    let before = performance.now();
    const onFrame = (now: number): void => {
      watch.frames.push(now - before);
      before = now;
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });

const readWatch = (page: Page): Promise<Watch> =>
  page.evaluate(() => (window as unknown as { watch: Watch }).watch);

const quantile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};

const scrollThrough = async (page: Page): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, turn < turns * 0.75 ? turnPx : -turnPx);
    await page.evaluate(
      () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
    );
  }
};

const report = (name: string, { frames, longTasks }: Watch): void => {
  const [p50 = '', p95 = '', p99 = ''] = [0.5, 0.95, 0.99].map((part) =>
    quantile(frames, part).toFixed(1),
  );
  const longest = Math.max(0, ...longTasks).toFixed(0);
  const blocked = longTasks.reduce((sum, ms) => sum + ms, 0).toFixed(0);
  process.stdout.write(
    `${name}: ${String(frames.length)} frames, between two p50 ${p50}, p95 ${p95}, p99 ${p99} ms; ` +
      `${String(longTasks.length)} long tasks, together ${blocked} ms, longest ${longest} ms\n`,
  );
};

const measure = async (page: Page, name: string): Promise<void> => {
  await startWatch(page);
  await scrollThrough(page);
  report(name, await readWatch(page));
};

const answerWith = (page: Page, path: string, json: unknown): Promise<unknown> =>
  page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ json }),
  );

test('scrolling through long lists', async ({ page }) => {
  test.setTimeout(300_000);
  await signUp(page, stackInfo().url);
  await answerWith(page, '/api/user', pro);
  await answerWith(page, '/api/audit-logs', auditLogs(10_000));
  const shares = Array.from({ length: 1000 }, (_, index) =>
    share({
      shareId: `s${String(index)}`,
      filename: `scan-${String(index)}.tiff`,
      expiresAt: inDays(3),
    }),
  );
  await answerWith(page, '/api/file-shares', shares);

  await page.goto('/');
  await expect(page.getByText('scan-0.tiff')).toBeVisible();
  await page.mouse.move(640, 500);
  await measure(page, '1,000 shares');

  await page.goto('/audit-logs');
  const first = page.locator('.ant-table-row').first();
  await expect(first).toBeVisible();
  await first.hover();
  await measure(page, '10,000 audit rows');
});
