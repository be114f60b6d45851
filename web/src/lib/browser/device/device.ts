import { describeDevice, type Device } from '../../../transfer/pure.js';

export const currentDevice = (): Device =>
  describeDevice(navigator.userAgent, navigator.maxTouchPoints, window.innerWidth);

export const isMobile = (): boolean => currentDevice().isMobile;

export const isIos = (): boolean => currentDevice().isIos;

export const prefersReducedMotion = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;
