import { untilShown } from './until-shown.js';

const idOf = (hash: string): string => {
  const fragment = hash.slice(1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    // A lone % sign: browsers take the fragment as it is.
    return fragment;
  }
};

/** Scrolling alone would leave keyboard and screen reader where they were. */
const moveTo = (target: HTMLElement): void => {
  target.scrollIntoView();
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) {
    target.tabIndex = -1;
    // Otherwise a click on its text would focus it.
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus({ preventScroll: true });
};

/**
 * Scrolls to the element that a hash names, and moves the focus there, once the page shows it.
 *
 * @param hash `#questions`, percent-encoded
 * @returns a function that stops waiting.
 */
export const showTarget = (hash: string): (() => void) => {
  const id = idOf(hash);
  return untilShown(() => {
    const target = document.getElementById(id);
    if (target !== null) moveTo(target);
    return target !== null;
  });
};
