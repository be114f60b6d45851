/** Ref of a message that replaces a form: gives it the focus, which the removed button had. */
export const takeFocus = (message: HTMLElement | null): void =>
  message?.focus({ preventScroll: true });
