import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The sign-in page loads the shim from here before the Firebase SDK requests Google's script. */
const shimPath = '/gapi-shim.js';

const shim = readFileSync(new URL('gapi-shim.js', import.meta.url), 'utf8');

/** Loaded by the helper frame of the emulator and by the SDK. */
const googleScript = /https:\/\/apis\.google\.com\/js\/api\.js/g;

/** Styles and scripts from public CDNs in the account chooser, which works without them. */
const externalStyles = /<link href="https:\/\/[^>]*>/g;
const externalScripts = /<script src="https:\/\/[^"]*"><\/script>/g;

/** Replaces the external styles of the account chooser. */
const ownStyles = `<style>
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

/** Removes every reference to the internet from a page of the emulator. */
export const withoutInternet = (html: string): string =>
  html
    .replace(googleScript, shimPath)
    .replace(externalScripts, '')
    .replace(externalStyles, '')
    .replace('</style>', `</style>${ownStyles}`);

/** Responds with the shim if the request is for it; returns whether it was. */
export const serveShim = (request: IncomingMessage, response: ServerResponse): boolean => {
  if (request.url?.split('?')[0] !== shimPath) return false;
  response.setHeader('content-type', 'text/javascript; charset=utf-8');
  // Loaded by a page of another origin, which may be cross-origin isolated.
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  response.end(shim);
  return true;
};

/**
 * The links in Firebase's e-mails lead to the address that the operator sets in its console, here to the sign-in page of
 * the app that requested the e-mail. Returns whether the request was for such a link.
 */
export const openEmailLink = (request: IncomingMessage, response: ServerResponse): boolean => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://emulator');
  const continueUrl = searchParams.get('continueUrl') ?? '';
  if (pathname !== '/emulator/action' || !URL.canParse(continueUrl)) return false;
  const target = new URL('/login', continueUrl);
  for (const name of ['mode', 'oobCode'])
    target.searchParams.set(name, searchParams.get(name) ?? '');
  response.writeHead(302, { location: target.href }).end();
  return true;
};

/** Makes the response rewrite its HTML page. The emulator sends each page in one `end` call. */
export const withLocalPages = (
  request: IncomingMessage,
  response: ServerResponse,
): ServerResponse => {
  if (!request.url?.startsWith('/emulator/auth/')) return response;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.end = (body?: unknown, ...rest: unknown[]) =>
    end(typeof body === 'string' ? withoutInternet(body) : body, ...rest);
  return response;
};
