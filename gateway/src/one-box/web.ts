import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import express, { Router, type Request, type Response } from 'express';
import { markRoute } from '../http/observe.js';

/** File names under /assets carry a content hash, so they never change. */
const immutable = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';

const setFileHeaders = (root: string) => (response: Response, path: string) => {
  const isHashed = path.startsWith(join(root, 'assets') + sep);
  response.setHeader('Cache-Control', isHashed ? immutable : revalidate);
  // A CDN that pulls from here passes these on, and the pages ask it from another origin.
  if (isHashed) {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  }
  if (path === join(root, 'sw.js')) response.setHeader('Service-Worker-Allowed', '/');
};

/** A page asked for by a person, not a script's or an image's missing file. */
const isNavigation = (request: Request): boolean => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  // Clients that are no browser say what they want by Accept alone.
  const wantsHtml = (request.get('accept') ?? '').includes('text/html');
  return wantsHtml || request.get('sec-fetch-mode') === 'navigate';
};

/** Addresses of the app that no build can list: shares, and the comparison page by its run-time name. */
const appAddress = /^\/(share\/[^/]+|[a-z0-9-]+-vs-wetransfer)\/?$/;

/** The file that the build made for an address, or the app's shell; null when there is no such page. */
const pageOf = (root: string, path: string): string | null => {
  const page = resolve(root, `.${path}`, 'index.html');
  if (page.startsWith(root + sep) && existsSync(page)) return page;
  return appAddress.test(path) ? join(root, 'index.html') : null;
};

/** The session's own cookie, or the app's hint that somebody is signed in on this browser. */
const signedInCookie = /(^|;\s*)((__Host-)?session|signed-in)=/;

/**
 * What visitors see at `/` and at any unknown address: the finished landing page. Who is signed in gets
 * the app, which says 'Page Not Found' itself.
 */
const startOf = (root: string, request: Request): string => {
  const landing = join(root, 'landing', 'index.html');
  const isVisitor = !signedInCookie.test(request.get('cookie') ?? '');
  return isVisitor && existsSync(landing) ? landing : join(root, 'index.html');
};

/** A front page with a query is for the app: payments come back to `/?payment_intent=…`. */
const isPlainFront = (request: Request): boolean =>
  request.path === '/' && !request.originalUrl.includes('?');

/** The one-box modes: the built SPA from the same origin as the API. */
export const serveWeb = (dist: string): Router => {
  const root = resolve(dist);
  const router = Router();
  router.use((_request, response, next) => {
    markRoute(response, 'web');
    next();
  });
  router.use(
    express.static(root, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      etag: true,
      setHeaders: setFileHeaders(root),
    }),
  );
  router.use((request, response, next) => {
    if (!isNavigation(request)) {
      next();
      return;
    }
    response.setHeader('Cache-Control', revalidate);
    const known = isPlainFront(request) ? null : pageOf(root, request.path);
    if (known === null) response.vary('Cookie').status(request.path === '/' ? 200 : 404);
    const page = known ?? startOf(root, request);
    response.sendFile(page, { cacheControl: false }, (error) => {
      if (error && !response.headersSent) next(error);
    });
  });
  return router;
};
