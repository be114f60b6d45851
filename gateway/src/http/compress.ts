import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';

/**
 * Only public responses are compressed: the SPA, its configuration and the OpenAPI document.
 *
 * The length of a compressed response reveals repetition. If a response contains a secret and attacker-controlled text
 * (share passwords and file names, an audit log and a downloader's name), an observer of the lengths can recover the
 * secret (BREACH, CVE-2013-3587). User data is therefore never compressed; those lists have a few kilobytes.
 */
const isPublic = (request: Request, response: Response): boolean =>
  !request.originalUrl.startsWith('/api/') ||
  String(response.getHeader('cache-control') ?? '').startsWith('public');

/** Smaller responses gain nothing from compression. */
const thresholdBytes = 1024;

/** Brotli if the client accepts it, otherwise gzip. */
export const compressPublicResponses = (): RequestHandler =>
  compression({
    threshold: thresholdBytes,
    filter: (request, response) =>
      // Content-Range counts bytes of the uncompressed file.
      response.statusCode !== 206 &&
      isPublic(request, response) &&
      compression.filter(request, response),
  });
