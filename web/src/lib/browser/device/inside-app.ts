/** True when the product runs as an installed app. Safari on iOS has a property of its own. */
export const isInstalledApp = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/**
 * Browsers inside other apps. Most of them drop a download of a blob without an error
 * (https://github.com/eligrey/FileSaver.js/issues/649, https://github.com/eligrey/FileSaver.js/issues/754), which a page
 * cannot detect.
 */
const appMarks: readonly RegExp[] = [
  // https://developer.chrome.com/docs/multidevice/user-agent#webview_user_agent
  /; wv\)/,
  /FBA[NV]\/|FB_IAB|Instagram|MicroMessenger| Line\//,
  // WebKit without a browser's name, which all browsers of Apple's systems have after it. An iPad may call itself a Mac.
  /\((iPad|iPhone|iPod|Macintosh)[^)]*\) AppleWebKit(?!.*Safari\/)/,
];

/** The page is open in the web view of another app. The product's own window on iOS has the same user agent. */
export const isInsideApp = (): boolean =>
  !isInstalledApp() && appMarks.some((mark) => mark.test(navigator.userAgent));
