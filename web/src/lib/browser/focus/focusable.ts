/** Rendered, as far as the browser can tell. */
export const isShown = (element: Element): boolean =>
  element.isConnected &&
  (typeof element.checkVisibility !== 'function' || element.checkVisibility());

const candidates = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Whether the keyboard reaches the element. */
export const isFocusable = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.tabIndex >= 0 &&
  !element.matches(':disabled, [type="hidden"], [aria-hidden="true"], [inert] *') &&
  isShown(element);

/** In the order of the document. */
export const focusablesIn = (container: Element): HTMLElement[] =>
  [...container.querySelectorAll(candidates)].filter(isFocusable);
