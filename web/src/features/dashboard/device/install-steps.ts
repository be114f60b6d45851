import type { Device } from '../../../transfer/pure.js';

/** Browsers with different installation steps. */
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

/** Most specific first: user agents include the names of the browsers they derive from. */
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
