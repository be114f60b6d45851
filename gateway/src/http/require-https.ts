import { isPlainHttp, ServiceError } from '@tandem/kit';
import type { RequestHandler } from 'express';

/**
 * Refuses calls that reached the proxy over plain http. A redirect would hide that the client has sent its token or
 * password in clear. Calls without a proxy come from the cluster itself.
 */
export const requireHttps: RequestHandler = (request, _response, next) => {
  if (isPlainHttp(request.get('x-forwarded-proto'))) {
    throw new ServiceError('permission-denied', 'https-required', 'Use https.');
  }
  next();
};
