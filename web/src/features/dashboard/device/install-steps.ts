import type { Device } from '../../../transfer/pure.js';

/** Browsers whose way of installing a web app differs. */
export type InstallBrowser =
  | 'iosSafari'
  | 'iosOther'
  | 'androidChrome'
  | 'androidFirefox'
  | 'samsung'
  | 'edge'
  | 'chrome'
  | 'macSafari'
  | 'firefox'
  | 'other';

/** Most specific first: a user agent also names the browsers that its browser descends from. */
const patterns: readonly [RegExp, InstallBrowser][] = [
  [/Android.*SamsungBrowser/, 'samsung'],
  [/Android.*Firefox/, 'androidFirefox'],
  [/Android.*Chrome/, 'androidChrome'],
  [/Edg\//, 'edge'],
  [/Chrome\//, 'chrome'],
  [/Firefox\//, 'firefox'],
  [/Macintosh.*Safari\//, 'macSafari'],
];

export const installBrowserOf = ({ userAgent, isIos }: Device): InstallBrowser => {
  if (isIos) return /CriOS|FxiOS|EdgiOS/.test(userAgent) ? 'iosOther' : 'iosSafari';
  return patterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other';
};
