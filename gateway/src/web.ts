import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import express, { Router, type Request, type Response } from 'express';
import { markRoute } from './observe.js';

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
  if (/\.[a-z0-9]{1,8}$/i.test(request.path)) return false;
  // Clients that are no browser say what they want by Accept alone.
  const wantsHtml = (request.get('accept') ?? '').includes('text/html');
  return wantsHtml || request.get('sec-fetch-mode') === 'navigate';
};

/** The prerendered page of a route when the build made one, else the app's shell. */
const pageOf = (root: string, path: string): string => {
  const page = resolve(root, `.${path}`, 'index.html');
  return page.startsWith(root + sep) && existsSync(page) ? page : join(root, 'index.html');
};

/** The session's own cookie, or the app's hint that somebody is signed in on this browser. */
const signedInCookie = /(^|;\s*)((__Host-)?session|signed-in)=/;

/**
 * A visitor's front page: the finished landing page. What has a query is for the app (the payment
 * provider sends people back to `/?payment_intent=…`).
 */
const frontOf = (root: string, request: Request): string => {
  const landing = join(root, 'landing', 'index.html');
  const isVisitor = !signedInCookie.test(request.get('cookie') ?? '');
  const isPlain = !request.originalUrl.includes('?');
  return isVisitor && isPlain && existsSync(landing) ? landing : join(root, 'index.html');
};

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
    const isFront = request.path === '/';
    if (isFront) response.vary('Cookie');
    const page = isFront ? frontOf(root, request) : pageOf(root, request.path);
    response.sendFile(page, { cacheControl: false }, (error) => {
      if (error && !response.headersSent) next(error);
    });
  });
  return router;
};
