/** Addresses and elements that only browser extensions add to a page. */
const extensionAddress = /^(chrome|moz|safari-web|ms-browser)-extension:/;
const extensionMarks = [
  'grammarly-extension',
  'grammarly-desktop-integration',
  '[data-new-gr-c-s-check-loaded]',
  '[data-lastpass-root]',
  '[data-lastpass-icon-root]',
  '[cz-shortcut-listen]',
  '[data-darkreader-mode]',
  'com-1password-button',
  'plasmo-csui',
].join(',');

/** Requirement 9.35. */
export const extensionCheckMs = 30_000;

/** True if an extension has changed this page. */
export const hasExtensionTraces = (page: Document): boolean => {
  const addressed = page.querySelectorAll('script[src], link[href], iframe[src], img[src]');
  const isForeign = [...addressed].some((element) =>
    extensionAddress.test(element.getAttribute('src') ?? element.getAttribute('href') ?? ''),
  );
  return isForeign || page.querySelector(extensionMarks) !== null;
};

/**
 * Development hosts show no warning: developers know their extensions. `.dev` is a public domain, `.test` and `.local` are
 * reserved (RFC 6761, RFC 6762).
 */
export const isDevelopmentHost = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  /^127\./.test(hostname) ||
  /(^|[.-])((dev|test|local|staging)[.-]|(test|local)$)/.test(hostname);
