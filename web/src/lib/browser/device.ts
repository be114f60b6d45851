import { describeDevice, type Device } from '../../transfer/pure.js';

export const currentDevice = (): Device =>
  describeDevice(navigator.userAgent, navigator.maxTouchPoints, window.innerWidth);

export const isMobile = (): boolean => currentDevice().isMobile;

export const isIos = (): boolean => currentDevice().isIos;

/** True when the product runs as an installed app. Safari on iOS has a property of its own. */
export const isInstalledApp = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

export const prefersReducedMotion = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;
