import { readFileSync } from 'node:fs';

/** Where the page that signs in loads the shim from, before the Firebase SDK asks for Google's script. */
export const SHIM_PATH = '/gapi-shim.js';

const shim = readFileSync(new URL('gapi-shim.js', import.meta.url), 'utf8');

/** Google's script, which the emulator's helper frame and the SDK want and which needs the internet. */
const GOOGLE_SCRIPT = /https:\/\/apis\.google\.com\/js\/api\.js/g;

/** Styles and scripts of the account chooser from public CDNs; its own script works without them. */
const EXTERNAL_STYLES = /<link href="https:\/\/[^>]*>/g;
const EXTERNAL_SCRIPTS = /<script src="https:\/\/[^"]*"><\/script>/g;

/** What the chooser needs to look tidy once the external styles are gone. */
const OWN_STYLES = `<style>
  body { font-family: system-ui, sans-serif; color: #1d2327; }
  button, .mdc-list-item { font: inherit; cursor: pointer; }
  button { padding: 8px 14px; border: 1px solid #6b7280; border-radius: 6px; background: #fff; }
  .mdc-list-item { display: flex; align-items: center; border-radius: 6px; }
  .mdc-list-item:hover, .mdc-list-item:focus-visible { background: #eef2f7; }
  .mdc-list-item__primary-text, .mdc-list-item__secondary-text { display: block; }
  .mdc-text-field { display: block; }
  .mdc-text-field input { width: 100%; box-sizing: border-box; padding: 8px; font: inherit; }
  .custom-label, .material-icons { display: none !important; }
</style>`;

/**
 * The page without anything from the internet.
 * @param {string} html
 */
export const withoutInternet = (html) =>
  html
    .replace(GOOGLE_SCRIPT, SHIM_PATH)
    .replace(EXTERNAL_SCRIPTS, '')
    .replace(EXTERNAL_STYLES, '')
    .replace('</style>', `</style>${OWN_STYLES}`);

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @returns {boolean} whether the request was for the shim
 */
export const serveShim = (request, response) => {
  if (request.url?.split('?')[0] !== SHIM_PATH) return false;
  response.setHeader('content-type', 'text/javascript; charset=utf-8');
  // Loaded by a page of another origin that may isolate itself.
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  response.end(shim);
  return true;
};

/**
 * A response whose HTML pages work without the internet. The emulator ends each of them in one call.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
export const withLocalPages = (request, response) => {
  if (!request.url?.startsWith('/emulator/auth/')) return response;
  const end = response.end.bind(response);
  response.end = /** @type {typeof response.end} */ (
    (/** @type {unknown} */ body, /** @type {any[]} */ ...rest) =>
      end(typeof body === 'string' ? withoutInternet(body) : body, ...rest)
  );
  return response;
};
