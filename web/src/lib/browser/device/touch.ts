/** A finger is the only pointer: nothing can be dropped here. */
export const isTouchOnly = (): boolean =>
  window.matchMedia('(hover: none) and (pointer: coarse)').matches;
