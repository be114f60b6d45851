/**
 * When the element with the focus is removed, hidden or disabled, browsers move the focus to the body, and keyboard and
 * screen reader start again at the top of the page. This keeps it where the user works: on the same element once it
 * is enabled again, else on the status of what it has changed or on its neighbour, or, after a dialog or a notification,
 * where it was before.
 *
 * https://www.w3.org/TR/WCAG22/#focus-order
 */

import { focusablesIn, isFocusable, isShown } from './focusable.js';

/** Where an element was, to find a neighbour once it has been removed. */
interface Place {
  element: HTMLElement;
  /** From the inside out: the containers of the element, and its position among their focusable elements. */
  around: { container: Element; position: number }[];
  /** The dialog, or the list of notifications, that contains it. */
  aside: Element | null;
  pathname: string;
}

/** States what the removed control has begun or ended. */
const status = '[role="status"][tabindex]';

/** The focus enters these for a while, and returns. */
const asides = '[role="dialog"], [data-notifications]';

/** Search for a successor only inside these landmarks. */
const boundaries = `main, nav, header, ${asides}`;

const placeOf = (element: HTMLElement): Place => {
  const around: Place['around'] = [];
  for (let container = element.parentElement; container !== null;) {
    around.push({ container, position: focusablesIn(container).indexOf(element) });
    container = container.matches(boundaries) ? null : container.parentElement;
  }
  const aside = element.closest(asides);
  return { element, around, aside, pathname: window.location.pathname };
};

/** `null`: no candidate remains. `'wait'`: the candidate is disabled; retry after the next mutation. */
const successorOf = ({ element, around }: Place): HTMLElement | 'wait' | null => {
  if (isShown(element)) return isFocusable(element) ? element : 'wait';
  for (const { container, position } of around) {
    if (!isShown(container)) continue;
    const report = container.querySelector<HTMLElement>(status);
    if (report !== null) return report;
    const left = focusablesIn(container);
    const next = left[Math.min(Math.max(position, 0), left.length - 1)];
    if (next !== undefined) return next;
    if (container.querySelector(':disabled') !== null) return 'wait';
  }
  return null;
};

/** @returns a function that stops it. */
export const keepFocus = (): (() => void) => {
  let place: Place | null = null;
  /** What had the focus before the aside that contains `place`. */
  let origin: Place | null = null;

  const hasFocus = (): boolean =>
    document.activeElement !== null && document.activeElement !== document.body;

  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    const next = placeOf(target);
    if (next.aside === null) origin = null;
    else if (place !== null && place.aside === null) origin = place;
    place = next;
  };

  /** Until it is known whether the user has clicked beside all controls; a frame may come first. */
  let deciding: ReturnType<typeof setTimeout> | undefined;
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null) return;
    clearTimeout(deciding);
    deciding = setTimeout(() => {
      deciding = undefined;
      const isLeft = place !== null && isFocusable(place.element);
      if (isLeft && !hasFocus() && document.hasFocus()) place = origin = null;
      schedule();
    });
  };

  const restore = (): void => {
    if (place === null || hasFocus() || deciding !== undefined) return;
    // The page that comes next has the focus on its heading.
    if (place.pathname !== window.location.pathname) {
      place = origin = null;
      return;
    }
    const successor = successorOf(place) ?? (origin && successorOf(origin));
    if (successor === 'wait') return;
    if (successor === null) place = origin = null;
    else successor.focus({ preventScroll: true });
  };

  let isScheduled = false;
  const schedule = (): void => {
    if (isScheduled || place === null || hasFocus()) return;
    isScheduled = true;
    // After the layout of the changes: a dialog that closes is hidden by its style.
    requestAnimationFrame(() => {
      isScheduled = false;
      restore();
    });
  };
  const observer = new MutationObserver(schedule);

  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onBlur);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden', 'style', 'class'],
  });
  return () => {
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('focusout', onBlur);
    observer.disconnect();
    clearTimeout(deciding);
    place = origin = null;
  };
};
