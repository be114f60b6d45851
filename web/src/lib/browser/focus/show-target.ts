/** A page that has not shown the target by then has none. */
const waitMs = 10_000;

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
  const attempt = (): boolean => {
    const target = document.getElementById(id);
    if (target !== null) moveTo(target);
    return target !== null;
  };
  if (attempt()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (attempt()) stop();
  });
  const timer = setTimeout(() => stop(), waitMs);
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
};
