import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { BaseQueryFn, EndpointBuilder, FetchArgs } from '@reduxjs/toolkit/query/react';
import type { Problem } from '@tandem/proto/browser/http/problem';
import { apiUrl } from '../paths.js';
import { getIdToken } from '../account/session.js';
import { texts } from '../texts/texts.js';
import { newTraceparent } from './traceparent.js';

/** What every failed call becomes: one message that a toast can show (specification, section 8). */
export interface ApiError {
  status: number | 'network';
  /** `{status}: {body text}`, or the network sentence. */
  message: string;
  /** The body text alone; empty when no answer came. */
  body: string;
  /** The server's stable reason, when it gave one. */
  reason?: string;
}

export const networkErrorMessage = texts.networkError;

const readProblem = (body: string): Partial<Pick<Problem, 'message' | 'reason'>> => {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return {};
    const fields = value as Record<string, unknown>;
    return {
      ...(typeof fields['message'] === 'string' ? { message: fields['message'] } : {}),
      ...(typeof fields['reason'] === 'string' ? { reason: fields['reason'] } : {}),
    };
  } catch {
    return {};
  }
};

/** A problem document counts as the sentence it carries; any other body as its text. */
export const describeFailure = (status: number, statusText: string, body: string): ApiError => {
  const problem = readProblem(body);
  const text = problem.message ?? (body.trim() === '' ? statusText : body.trim());
  return {
    status,
    message: `${status}: ${text}`,
    body: text,
    ...(problem.reason === undefined ? {} : { reason: problem.reason }),
  };
};

const parseSuccess = (body: string): unknown => {
  if (body === '') return null;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
};

const rawQuery = fetchBaseQuery({
  baseUrl: apiUrl(''),
  credentials: 'include',
  responseHandler: 'text',
  prepareHeaders: (headers) => {
    headers.set('traceparent', newTraceparent());
  },
});

export interface ApiCall extends FetchArgs {
  /** Send the ID token as a bearer, as admin calls must; others rely on the session cookie. */
  isBearer?: boolean;
}

const withBearer = async ({ isBearer = false, ...args }: ApiCall): Promise<FetchArgs> => {
  if (!isBearer) return args;
  return { ...args, headers: { authorization: `Bearer ${await getIdToken()}` } };
};

const baseQuery: BaseQueryFn<ApiCall, unknown, ApiError> = async (call, api, extra) => {
  let args: FetchArgs;
  try {
    args = await withBearer(call);
  } catch {
    // Nobody is signed in any more: the caller's own words say it best.
    return { error: { status: 401, message: '', body: '' } };
  }
  const { data, error, meta } = await rawQuery(args, api, extra);
  if (error === undefined) return { data: parseSuccess(typeof data === 'string' ? data : '') };
  const response = meta?.response;
  if (typeof error.status !== 'number' || response === undefined) {
    return { error: { status: 'network', message: networkErrorMessage, body: '' } };
  }
  const body = typeof error.data === 'string' ? error.data : '';
  return { error: describeFailure(error.status, response.statusText, body) };
};

const tagTypes = ['User', 'Share', 'AuditLog', 'Analytics', 'AdminUser'] as const;

/** For features that build several endpoints of one kind. */
export type ApiBuilder = EndpointBuilder<typeof baseQuery, (typeof tagTypes)[number], 'api'>;

/**
 * The one API of the app; features inject their endpoints. Nothing refetches by itself, nothing
 * goes stale, nothing is retried: lists poll where the specification says so, tags do the rest.
 */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  keepUnusedDataFor: Number.POSITIVE_INFINITY,
  refetchOnFocus: false,
  refetchOnReconnect: false,
  refetchOnMountOrArgChange: false,
  endpoints: () => ({}),
});

/** Lists are polled this often (specification, section 7). */
export const pollingIntervalMs = 30_000;

/** The sentence of a failed call, whatever was thrown. */
export const messageOf = (error: unknown, fallback: string): string => {
  if (typeof error === 'object' && error !== null && 'message' in error) {
    if (typeof error.message === 'string' && error.message !== '') return error.message;
  }
  return fallback;
};
