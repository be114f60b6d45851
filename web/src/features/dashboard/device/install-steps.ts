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

/** Most specific first, because every browser also claims to be the one it descends from. */
const patterns: readonly [RegExp, InstallBrowser][] = [
  [/(iPhone|iPad|iPod).*(CriOS|FxiOS|EdgiOS)/, 'iosOther'],
  [/iPhone|iPad|iPod/, 'iosSafari'],
  [/Android.*SamsungBrowser/, 'samsung'],
  [/Android.*Firefox/, 'androidFirefox'],
  [/Android.*Chrome/, 'androidChrome'],
  [/Edg\//, 'edge'],
  [/Chrome\//, 'chrome'],
  [/Firefox\//, 'firefox'],
  [/Macintosh.*Safari\//, 'macSafari'],
];

/** iPadOS calls itself a Mac; its touch points give it away. */
export const installBrowserOf = (userAgent: string, touchPoints: number): InstallBrowser => {
  const found = patterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other';
  return found === 'macSafari' && touchPoints > 1 ? 'iosSafari' : found;
};
