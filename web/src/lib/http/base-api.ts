import { createApi, type BaseQueryFn, type EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { ChangeKind } from '@tandem/proto/browser/changes';
import type { ProblemReason } from '@tandem/proto/browser/reasons';
import { askForRecentSignIn } from '../account/confirm-sign-in.js';
import {
  checkSession,
  followAccount,
  getIdToken,
  getSession,
  subscribeToSession,
} from '../account/session.js';
import { fieldsOf, type Unchecked } from '../unchecked.js';
import { ApiError, callApi, readText, type ApiCall, type ApiFailure } from './http.js';
import { createKeptResponses, metaOf, type ResponseMeta } from './kept-responses.js';
import { retryWhileUnavailable } from './retry.js';

/** Extra argument of a store: the account whose data it holds. Its calls are for that account alone. */
export interface StoreExtra {
  account: string;
}

export interface QueryCall extends Omit<ApiCall, 'authorization' | 'account' | 'signal'> {
  url: string;
  /** Keep the response in memory and send its ETag with the next call. */
  usesEtag?: boolean;
  /** Send the ID token as a bearer, as admin calls must; others rely on the session cookie. */
  isBearer?: boolean;
}

const parseBody = (body: string): unknown => {
  if (body === '') return null;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
};

/** The user has signed out. Endpoints have their own text for an empty message. */
const signedOut: ApiFailure = { status: 401, message: '', body: '', isFromServer: false };

const bearer = async (): Promise<string> => {
  try {
    return `Bearer ${await getIdToken()}`;
  } catch (cause) {
    throw new ApiError(signedOut, { cause });
  }
};

/** Short, because the user waits for the result. */
const writeRetryPausesMs = [500, 1_500];

/** The session was ended or has expired on the server. */
const endedSession: ReadonlySet<string | undefined> = new Set([
  'revoked-session',
  'expired-session',
] satisfies ProblemReason[]);

/** The browser has dropped the cookie, or a token in it has expired. Visitors have none to renew. */
const lostCookie: ReadonlySet<string | undefined> = new Set([
  'not-signed-in',
  'expired-token',
] satisfies ProblemReason[]);

/** Another account has signed in in another tab. */
const otherAccount: ProblemReason = 'other-account';

const needsSession = (reason: string | undefined): boolean =>
  endedSession.has(reason) || (lostCookie.has(reason) && getSession().status === 'user');

/** An ID token in the body would carry the old sign-in. */
const withCurrentToken = async (query: QueryCall): Promise<QueryCall> => {
  const { body } = query;
  const hasToken = typeof body === 'object' && body !== null && 'idToken' in body;
  return hasToken ? { ...query, body: { ...body, idToken: await getIdToken() } } : query;
};

/** The page may show another account by the time of a call; stores of tests have no account. */
const accountOf = (extra: unknown): string | undefined => {
  const { account }: Unchecked<StoreExtra> = fieldsOf(extra);
  return typeof account === 'string' ? account : undefined;
};

const kept = createKeptResponses();
// The next user of this browser must not get them.
subscribeToSession(() => {
  if (getSession().status !== 'user') kept.clear();
});

const send: BaseQueryFn<QueryCall, unknown, ApiFailure, object, ResponseMeta> = async (
  query,
  { signal, extra },
) => {
  const { url, isBearer = false, usesEtag = false, ...call } = query;
  const key = usesEtag ? JSON.stringify([url, call.params]) : undefined;
  const known = key === undefined ? undefined : kept.get(key);
  try {
    const authorization = isBearer ? await bearer() : undefined;
    const account = accountOf(extra);
    const attempt = async () => {
      const response = await callApi(url, {
        ...call,
        authorization,
        account,
        signal,
        etag: known?.etag,
      });
      return { response, text: await readText(response) };
    };
    const { response, text } = await (call.idempotencyKey === undefined
      ? attempt()
      : retryWhileUnavailable(attempt, writeRetryPausesMs));
    if (known && response.status === 304) {
      return { data: known.data, meta: known.meta };
    }
    const data = parseBody(text);
    const meta = metaOf(response.headers);
    const etag = response.headers.get('etag');
    if (key !== undefined && etag !== null) kept.keep(key, { etag, data, meta });
    return { data, meta };
  } catch (error) {
    if (error instanceof ApiError) return { error: error.failure };
    throw error;
  }
};

/** Repeats a call that needs a recent sign-in once the user has confirmed the password. */
const baseQuery: typeof send = async (query, api, extra) => {
  const result = await send(query, api, extra);
  const reason = result.error?.reason;
  if (needsSession(reason)) void checkSession(reason === 'revoked-session');
  if (reason === otherAccount) void followAccount();
  if (reason !== 'recent-sign-in-required' || !(await askForRecentSignIn())) return result;
  return send(await withCurrentToken(query), api, extra);
};

const tagTypes = [
  'User',
  'Share',
  'AuditLog',
  'Analytics',
  'Figures',
  'AdminUser',
  'Session',
] as const;

/** For features that create several similar endpoints. */
export type ApiBuilder = EndpointBuilder<typeof baseQuery, (typeof tagTypes)[number], 'api'>;

/**
 * The API of the signed-in app; features inject their endpoints. No refetching on focus, no expiry and no retries:
 * lists are loaded again after a change or polled (lib/changes), and mutations invalidate tags.
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

/** How often lists are polled while no stream of changes is open. */
export const pollingIntervalMs = 30_000;

/** What a page loads again after a change. Mounted lists are loaded now, others when they are shown. */
export const tagsOfChange: Readonly<Record<ChangeKind, readonly (typeof tagTypes)[number][]>> = {
  shares: ['Share', 'User'],
  audit: ['AuditLog'],
  plan: ['User'],
  admin: ['Figures'],
};
