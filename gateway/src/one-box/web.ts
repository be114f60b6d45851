import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { engineHeader } from '@tandem/proto/browser/content-policy';
import { sessionCookieName } from '@tandem/proto/browser/session-cookie';
import express, { Router, type Request, type Response } from 'express';
import { cookiesOf } from '../http/cookies.js';
import { markRoute } from '../http/observe.js';

/** File names under /assets contain a content hash. */
const immutable = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';

/** In no shared cache: one that ignores Vary would send the integrity policy to browsers that it breaks. */
const setPageHeaders = (response: Response): void => {
  response.setHeader('Cache-Control', `private, ${revalidate}`);
  response.vary(engineHeader);
};

const setFileHeaders = (root: string) => (response: Response, path: string) => {
  const isHashed = path.startsWith(join(root, 'assets') + sep);
  response.setHeader('Cache-Control', isHashed ? immutable : revalidate);
  if (path.endsWith('.html')) setPageHeaders(response);
  // A pull CDN forwards these headers, and pages load the files from its origin.
  if (isHashed) {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  }
  if (path === join(root, 'sw.js')) response.setHeader('Service-Worker-Allowed', '/');
};

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** A page load, as opposed to a request for a script or image. Only page loads get a page with a status of 404. */
const isNavigation = (request: Request): boolean => {
  // Clients other than browsers send Accept only.
  const wantsHtml = (request.get('accept') ?? '').includes('text/html');
  return wantsHtml || request.get('sec-fetch-mode') === 'navigate';
};

/** Paths that are not prerendered: shares, and the comparison page, whose slug is configured at run time. */
const sharePath = /^\/share\/[^/]+\/?$/;
const comparisonPath = /^\/[a-z0-9-]+-vs-wetransfer\/?$/;

interface Site {
  root: string;
  /** Folder of the prerendered pages: `root`, or the folder with the pages of a server without payments. */
  pages: string;
}

/** The prerendered file of a path, or the app's shell; null if there is no such page. */
const pageOf = ({ root, pages }: Site, path: string): string | null => {
  const page = resolve(pages, `.${path}`, 'index.html');
  if (page.startsWith(pages + sep) && existsSync(page)) return page;
  const isAppPage = sharePath.test(path) || (pages === root && comparisonPath.test(path));
  return isAppPage ? join(root, 'index.html') : null;
};

const withoutRegion = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The landing page in the language of the cookie that the pages set, else of the browser, else in English. */
const landingOf = ({ pages }: Site, request: Request): string => {
  const tags = [cookiesOf(request)['language'] ?? '', ...request.acceptsLanguages()];
  const folders = readdirSync(pages).filter((name) => /^[a-z]{2}(-[a-z]{2})?$/.test(name));
  for (const language of tags.map(withoutRegion)) {
    if (language === 'en') break;
    const folder = folders.find((name) => withoutRegion(name) === language);
    if (folder !== undefined) return join(pages, folder, 'landing', 'index.html');
  }
  return join(pages, 'landing', 'index.html');
};

/** The session cookie, or the app's marker cookie of a signed-in browser; as in nginx.conf. Grants nothing. */
const signedInCookies = [sessionCookieName(true), sessionCookieName(false), 'signed-in'];

/**
 * Page for `/` and for unknown paths: the prerendered landing page for visitors, the app for signed-in users, which
 * renders 'Page Not Found' itself.
 */
const startPageOf = (site: Site, request: Request): string => {
  const landing = landingOf(site, request);
  const cookies = cookiesOf(request);
  const isVisitor = signedInCookies.every((name) => cookies[name] === undefined);
  return isVisitor && existsSync(landing) ? landing : join(site.root, 'index.html');
};

/** `/` with a query belongs to the app: payments return to `/?payment_intent=…`. */
const isPlainFront = (request: Request): boolean =>
  request.path === '/' && !request.originalUrl.includes('?');

/** Serves the built SPA on the origin of the API (one-box modes). */
export const serveWeb = (dist: string, { hasPayments }: { hasPayments: boolean }): Router => {
  const root = resolve(dist);
  const site: Site = { root, pages: hasPayments ? root : join(root, 'without-payments') };
  const router = Router();
  router.use((_request, response, next) => {
    markRoute(response, 'web');
    next();
  });
  // The sitemap is a file that both folders have.
  for (const folder of new Set([site.pages, root])) {
    router.use(
      express.static(folder, {
        index: false,
        redirect: false,
        dotfiles: 'ignore',
        etag: true,
        setHeaders: setFileHeaders(root),
      }),
    );
  }
  router.use((request, response, next) => {
    const known = isPlainFront(request) ? null : pageOf(site, request.path);
    // Pages answer any client: link previews and monitors send `Accept: */*`, or none.
    const isPage = known !== null || request.path === '/';
    if (!isRead(request) || !(isPage || isNavigation(request))) {
      next();
      return;
    }
    setPageHeaders(response);
    if (known === null) {
      response
        .vary('Cookie')
        .vary('Accept-Language')
        .status(request.path === '/' ? 200 : 404);
    }
    const page = relative(root, known ?? startPageOf(site, request));
    // Without `root`, Express refuses an absolute path that contains a hidden folder.
    response.sendFile(page, { root, cacheControl: false }, (error) => {
      if (error && !response.headersSent) next(error);
    });
  });
  return router;
};
