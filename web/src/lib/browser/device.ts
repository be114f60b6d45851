/** Under this width a touch device counts as mobile (specification, section 9). */
const mobileMaxWidthPx = 1024;

export const isTouchDevice = (): boolean =>
  typeof navigator !== 'undefined' && (navigator.maxTouchPoints > 0 || 'ontouchstart' in window);

export const isMobile = (): boolean => isTouchDevice() && window.innerWidth < mobileMaxWidthPx;

/** iPadOS calls itself a Mac, so the touch points decide. */
export const isIos = (): boolean =>
  /iPad|iPhone|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** True when the product runs as an installed app. */
export const isInstalledApp = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** True where the person asked the device for less movement. */
export const prefersReducedMotion = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;
