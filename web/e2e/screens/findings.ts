/** What is wrong with the accessibility or the width of a page, one line each. */

import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Half a megabyte of script: injected once per document. */
const injectAxe = async (page: Page): Promise<void> => {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
};

export const findings = async (page: Page, name: string, rules?: string[]): Promise<string[]> => {
  await injectAxe(page);
  const violations = await page.evaluate(async (values) => {
    const found = await window.axe.run(document, {
      resultTypes: ['violations'],
      ...(values !== undefined && { runOnly: { type: 'rule', values } }),
    });
    return found.violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
  }, rules);
  return violations.flatMap(({ id, html }) =>
    html.map((text) => `${name}: ${id}: ${text.slice(0, 160)}`),
  );
};

export const overflow = async (page: Page, name: string): Promise<string[]> => {
  const pixels = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  return pixels > 0 ? [`${name}: scrolls sideways by ${String(pixels)} px`] : [];
};
