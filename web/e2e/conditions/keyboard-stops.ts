import type { Page } from '@playwright/test';

/** Where the Tab key leads. */
export interface Stop {
  /** Role and name, as assistive technology reads them: `button "Sign In"`. */
  name: string;
  /** What is wrong there; empty when nothing is. */
  fault: string;
}

/** Runs in the page: why a user does not see the focused element, or that it has the focus. Empty when they do. */
const faultOfFocus = (): string => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return 'nowhere';
  // The input of a checkbox is transparent; its label has what is drawn.
  const shown = focused.closest('label') ?? focused;
  // Of a table that is higher than the window, a part is in view.
  const isUncovered = [0.1, 0.5, 0.9].some((part) => {
    const { x, y, width, height } = shown.getClientRects()[0] ?? new DOMRect();
    const top = document.elementFromPoint(x + width / 2, y + height * part);
    return top !== null && (shown.contains(top) || top.contains(shown));
  });
  if (!isUncovered) return 'covered, or outside the window';
  // A control may draw the ring around itself.
  for (let part: Element | null = focused; part !== null; part = part.parentElement) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return '';
    if (part.clientHeight > 120) break;
    if (boxShadow !== 'none' && part.matches(':focus-within')) return '';
  }
  return 'without a ring';
};

/**
 * The first line of an aria snapshot; further text follows the name. A `summary`, to which ARIA gives no role, is a
 * text.
 */
const nameIn = (snapshot: string): string =>
  /^- (?<name>[\w-]+ ".+?"|text: .+)/.exec(snapshot)?.groups?.['name'] ?? '';

/** Presses Tab. */
export const nextStop = async (page: Page): Promise<Stop> => {
  await page.keyboard.press('Tab');
  const fault = await page.evaluate(faultOfFocus);
  if (fault === 'nowhere') return { name: '', fault };
  const snapshot = await page.locator(':focus').ariaSnapshot();
  const name = nameIn(snapshot);
  return name === '' ? { name: snapshot, fault: 'without a name' } : { name, fault };
};

/** More than most pages have. */
const mostStops = 60;

/** What is wrong with the stops of the page, from its beginning. */
export const faultsOfStops = async (page: Page): Promise<string[]> => {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
  });
  const faults: string[] = [];
  for (let count = 0; count < mostStops; count += 1) {
    const { name, fault } = await nextStop(page);
    if (fault === 'nowhere') break;
    if (fault !== '') faults.push(`${fault}: ${name}`);
  }
  return faults;
};
/** Presses Tab until the focus is there. Every stop on the way can be seen and has a name. */
export const tabTo = async (page: Page, name: string): Promise<void> => {
  const passed: string[] = [];
  while (passed.length < mostStops) {
    const stop = await nextStop(page);
    if (stop.fault !== '') throw new Error(`the focus is ${stop.fault}: ${stop.name}`);
    if (stop.name === name) return;
    passed.push(stop.name);
  }
  throw new Error(`Tab does not lead to ${name}, but to ${passed.join(', ')}`);
};
