import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';

/**
 * Compression only of what is the same for everybody: the SPA, its configuration and the description of the API.
 *
 * The length of a compressed answer tells how much of it repeats. Where an answer holds something secret beside
 * something a stranger chose (share passwords beside file names, an owner's audit log beside the name that a
 * downloader gave), whoever can see lengths on the network learns the secret piece by piece (BREACH, CVE-2013-3587).
 * So no answer about a person is compressed, whatever it holds today; those are lists of a few kilobytes.
 */
const isSameForEverybody = (request: Request, response: Response): boolean =>
  !request.originalUrl.startsWith('/api/') ||
  String(response.getHeader('cache-control') ?? '').startsWith('public');

/** Below this many bytes the headers cost more than compression saves. */
const thresholdBytes = 1024;

/** Brotli where the client takes it, else gzip. */
export const compressPublicAnswers = (): RequestHandler =>
  compression({
    threshold: thresholdBytes,
    filter: (request, response) =>
      // Part of a file is counted in bytes of the file as it is.
      response.statusCode !== 206 &&
      isSameForEverybody(request, response) &&
      compression.filter(request, response),
  });
