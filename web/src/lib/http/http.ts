/**
 * Calls of our own API. Every call carries the session cookie, names the account that its page shows and starts a trace;
 * every failure is an ApiError.
 * Without Redux, so that the recipient's page can use it.
 */

import { expectedAccountHeader } from '@tandem/proto/browser/headers';
import type { Problem } from '@tandem/proto/browser/http/problem';
import { getSession } from '../account/session/session-store.js';
import { apiUrl } from '../paths.js';
import { refusals } from '../texts/refusals.js';
import { texts } from '../texts/texts.js';
import { fieldsOf } from '../unchecked.js';
import { noteServerTime } from './server-time.js';
import { newTraceparent } from './traceparent.js';

export interface ApiCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A parameter without a value is left out. */
  params?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON. */
  body?: unknown;
  /** `Bearer …` or `Grant …`, in addition to the session cookie. */
  authorization?: string | undefined;
  /**
   * Uid of the account that the call is for. Default: the signed-in one. The server refuses a cookie of another. Null for
   * a call that a grant authorizes: it must succeed even if another account has signed in since.
   */
  account?: string | null | undefined;
  /** Makes a write safe to repeat: the server answers a repetition with the first one's result. */
  idempotencyKey?: string;
  /** ETag of an answer that the caller still has: the server may answer 304 without a body. */
  etag?: string | undefined;
  /** The request outlives the page. */
  keepalive?: boolean;
  cache?: RequestCache;
  signal?: AbortSignal;
}

/** A failed call; serialisable, so that the store can hold it. */
export interface ApiFailure {
  /** HTTP status; 0 without a response. */
  status: number;
  /** `{status}: {body text}`, or the network error: shown in toasts. */
  message: string;
  /** The body text alone; empty without a response. */
  body: string;
  /** The server's stable reason, when it gave one. */
  reason?: string;
  /** True when `body` is a message that the server wrote for users. */
  isFromServer: boolean;
}

export class ApiError extends Error {
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'ApiError';
    this.failure = failure;
  }
}

/** The fields of a JSON object, unchecked; none of any other text, such as a proxy's page. */
const parseFields = (text: string): Record<string, unknown> => {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
};

const readProblem = (body: string): Partial<Pick<Problem, 'message' | 'reason'>> => {
  const { message, reason } = parseFields(body);
  return {
    ...(typeof message === 'string' && message !== '' ? { message } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
  };
};

/** Requests that break the contract are refused with these, and with a message for programmers. */
const isContractReason = (reason: string | undefined): boolean =>
  reason !== undefined && /^invalid-(path|query|header|body)$/.test(reason);

/** The message of a problem document, in the language of the page; else the body as text, else the status text. */
export const describeAnswer = (status: number, statusText: string, body: string): ApiFailure => {
  const { message, reason } = readProblem(body);
  const text =
    (reason === undefined ? undefined : refusals.describe(reason)) ??
    message ??
    (body.trim() === '' ? statusText : body.trim());
  return {
    status,
    message: `${status}: ${text}`,
    body: text,
    ...(reason === undefined ? {} : { reason }),
    isFromServer: message !== undefined && !isContractReason(reason),
  };
};

const unreachable: ApiFailure = {
  status: 0,
  message: texts.networkError,
  body: '',
  isFromServer: false,
};

/** Of an answer that is not the server's. */
export const answeredByNetwork: ApiFailure = {
  ...unreachable,
  message: texts.answeredByNetwork,
};

/**
 * Networks ask for a sign-in with a page of one of these statuses. The API sends no HTML; pages of proxies and firewalls
 * in front of it have other statuses.
 */
const isFromNetwork = ({ status, headers }: Response): boolean =>
  (status === 200 || status === 511) && !!headers.get('content-type')?.startsWith('text/html');

const queryOf = (params: ApiCall['params']): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

const signedInUid = (): string | undefined => {
  const session = getSession();
  return session.status === 'user' ? session.user.uid : undefined;
};

/** @throws ApiError for a status other than 2xx, or 304 for an `etag`, and without a response. */
export const callApi = async (path: string, call: ApiCall = {}): Promise<Response> => {
  const { params, body, authorization, account, idempotencyKey, etag, ...init } = call;
  const expected = account === undefined ? signedInUid() : account;
  let response: Response;
  const sentAtMs = Date.now();
  try {
    response = await fetch(`${apiUrl(path)}${queryOf(params)}`, {
      ...init,
      credentials: 'include',
      headers: {
        traceparent: newTraceparent(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(authorization === undefined ? {} : { authorization }),
        ...(expected ? { [expectedAccountHeader]: expected } : {}),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new ApiError(unreachable, { cause });
  }
  if (isFromNetwork(response)) throw new ApiError(answeredByNetwork);
  // Refusals and failures may come from a proxy with a clock of its own.
  if (response.ok || response.status === 304) noteServerTime(response.headers, sentAtMs);
  if (response.ok) return response;
  if (response.status === 304 && etag !== undefined) return response;
  const text = await response.text().catch(() => '');
  throw new ApiError(describeAnswer(response.status, response.statusText, text));
};

/** @throws ApiError when the connection breaks before the end of the body. */
export const readText = (response: Response): Promise<string> =>
  response.text().catch((cause: unknown) => {
    throw new ApiError(unreachable, { cause });
  });

/**
 * The fields of a JSON object in the body, unchecked; none for any other body.
 *
 * @throws ApiError as `readText`
 */
export const readFields = async (response: Response): Promise<Record<string, unknown>> =>
  parseFields(await readText(response));

/** The message of a thrown value, or `fallback`. */
export const messageOf = (error: unknown, fallback: string): string => {
  if (typeof error === 'object' && error !== null && 'message' in error) {
    if (typeof error.message === 'string' && error.message !== '') return error.message;
  }
  return fallback;
};
