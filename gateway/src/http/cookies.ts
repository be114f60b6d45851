import { parseCookie } from 'cookie';
import type { Request } from 'express';

/** Cookies of a request by name. */
export const cookiesOf = (request: Request): Readonly<Record<string, string | undefined>> =>
  parseCookie(request.get('cookie') ?? '');
