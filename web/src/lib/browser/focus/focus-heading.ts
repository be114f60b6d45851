import { isShown } from './focusable.js';
import { untilShown } from './until-shown.js';

/** Without the heading of a page that is being loaded. */
const headingOf = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('main h1')].find(
    (heading) => isShown(heading) && heading.closest('[role="status"]') === null,
  ) ?? null;

const isElsewhere = (): boolean => {
  const { activeElement } = document;
  return activeElement?.closest('main, [role="dialog"]') != null;
};

/**
 * After a navigation without a new document the focus would stay on the link, or be lost with it. Moves it to the
 * heading of the new page once it is shown, unless the page has given it to a field.
 *
 * @returns a function that stops waiting.
 */
export const focusHeading = (): (() => void) =>
  untilShown(() => {
    const heading = headingOf();
    if (heading === null) return false;
    if (isElsewhere()) return true;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  });
