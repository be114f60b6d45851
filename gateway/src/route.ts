import { createHash } from 'node:crypto';
import { ServiceError, type Criticality } from '@tandem/kit';
import { maxUserAgentChars } from '@tandem/proto/browser/limits';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import {
  credentialOf,
  identifyCaller,
  requireRecentSignIn,
  unauthenticated,
  type Access,
  type Authenticate,
  type Caller,
} from './auth.js';
import { assertCallerWaits } from './http/admission.js';
import { HttpError } from './http/http-errors.js';
import type { LimitName, RateLimits } from './http/rate-limits.js';
import { passwordInUrl } from './http/secret-query.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface RouteShape {
  method: Method;
  /** Express pattern; also the metrics label and the path in the OpenAPI document. */
  path: string;
  summary: string;
  access: Access;
  /** Refusal of a caller without a credential, where it is specified. */
  signedOutMessage?: string;
  /** Whether the caller must have signed in within `recentSignInMs`. */
  needsRecentSignIn?: boolean;
  limit: LimitName;
  /** Decides which calls are refused first under overload. Default: `normal`. */
  criticality?: Criticality;
  /** Counts the limit per value of this path parameter, so that attempts at one share do not affect another. */
  limitPer?: string;
  /**
   * Default: `no-store`, because a browser's cache outlives the sign-out. `validate`: the same, with an ETag for pages that
   * keep the response in memory.
   */
  caching?: 'validate' | 'public-minute';
  params?: z.ZodType;
  query?: z.ZodType;
  /** Names in lower case; other headers are ignored. */
  headers?: z.ZodType;
  body?: z.ZodType;
  response: { status: number; schema?: z.ZodType; type?: string };
}

type CallerOf<A extends Access> = A extends 'user' | 'admin' ? Caller : Caller | undefined;

export interface RouteInput<Params, Query, Headers, Body, A extends Access> {
  params: Params;
  query: Query;
  headers: Headers;
  body: Body;
  caller: CallerOf<A>;
  /** Recorded by the services. */
  client: { ipAddress: string; userAgent: string };
  request: Request;
  response: Response;
}

/** Dependencies of all routes. */
export interface RouteContext {
  authenticate: Authenticate;
  cookieName: string;
  limits: RateLimits;
}

export interface Route extends RouteShape {
  serve(context: RouteContext): RequestHandler;
}

const clientOf = (request: Request) => ({
  ipAddress: request.ip ?? '',
  userAgent: (request.get('user-agent') ?? '').slice(0, maxUserAgentChars),
});

/** Names the invalid field but not its value, which may be a password. */
const rejectInput = (where: string, error: z.ZodError): never => {
  const issue = error.issues[0];
  const field = [...(issue?.path ?? [])].map(String).join('.');
  const message = issue?.code === 'unrecognized_keys' ? 'has unknown fields' : issue?.message;
  throw new ServiceError(
    'invalid-argument',
    `invalid-${where}`,
    `Invalid ${where}${field && ` at ${field.slice(0, 100)}`}: ${message ?? ''}`,
  );
};

const parse = <Value>(
  where: string,
  schema: z.ZodType<Value> | undefined,
  input: unknown,
): Value => {
  if (!schema) return undefined as Value;
  const result = schema.safeParse(input);
  return result.success ? result.data : rejectInput(where, result.error);
};

const bodyOf = (request: Request): unknown => {
  // Without a length, only the type shows that there is a body: clients may send an empty one in chunks.
  const hasBody =
    Number(request.get('content-length') ?? 0) > 0 ||
    (request.get('transfer-encoding') !== undefined && request.get('content-type') !== undefined);
  if (request.body === undefined && hasBody) {
    throw new HttpError(415, 'unsupported-media-type', 'The request body must be JSON.');
  }
  return request.body ?? {};
};

const queryOf = (request: Request): Record<string, unknown> => {
  const password = passwordInUrl(request);
  return { ...request.query, ...(password !== undefined && { password }) };
};

const etagOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url')}"`;

const sendBody = (request: Request, response: Response, shape: RouteShape, body: unknown): void => {
  if (body === undefined) {
    response.end();
    return;
  }
  const text = JSON.stringify(body);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (shape.caching === 'validate') {
    const etag = etagOf(text);
    response.setHeader('ETag', etag);
    // Not `request.fresh`: it is false with `Cache-Control: no-cache`, which browsers add to a page's own ETag.
    if (request.get('if-none-match') === etag) {
      response.removeHeader('Content-Type');
      response.status(304).end();
      return;
    }
  }
  // Not `response.send`, which would repeat this work at the same cost.
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
};

/**
 * Definition of one endpoint: access, limits, schemas and handler. The handler returns the body of the response, or
 * nothing if it has written the response itself.
 */
export const route = <
  A extends Access,
  Params = undefined,
  Query = undefined,
  Headers = undefined,
  Body = undefined,
  ResponseBody = void,
>(
  shape: RouteShape & {
    access: A;
    params?: z.ZodType<Params>;
    query?: z.ZodType<Query>;
    headers?: z.ZodType<Headers>;
    body?: z.ZodType<Body>;
    response: { schema?: z.ZodType<ResponseBody> };
    handle: (input: RouteInput<Params, Query, Headers, Body, A>) => Promise<NoInfer<ResponseBody>>;
  },
): Route => ({
  ...shape,
  serve: (context) => async (request, response) => {
    const isPublic = shape.caching === 'public-minute';
    response.setHeader('Cache-Control', isPublic ? 'public, max-age=60' : 'no-store');
    if (shape.signedOutMessage !== undefined && !credentialOf(request, context.cookieName))
      throw unauthenticated(shape.signedOutMessage);
    const caller = await identifyCaller(
      request,
      shape.access,
      context.cookieName,
      context.authenticate,
    );
    assertCallerWaits(response);
    const scope = shape.limitPer === undefined ? undefined : request.params[shape.limitPer];
    await context.limits.consume(shape.limit, caller?.uid, request.ip, String(scope ?? ''));
    if (shape.needsRecentSignIn) requireRecentSignIn(caller);
    response.status(shape.response.status);
    const body = await shape.handle({
      params: parse('path', shape.params, request.params),
      query: parse('query', shape.query, queryOf(request)),
      headers: parse('header', shape.headers, request.headers),
      body: parse('body', shape.body, shape.body && bodyOf(request)),
      caller: caller as CallerOf<A>,
      client: clientOf(request),
      request,
      response,
    });
    if (!response.headersSent) sendBody(request, response, shape, body);
  },
});
