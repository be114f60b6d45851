/**
 * The calls of the share page, with plain fetch: this page carries no store.
 * Failures are a RequestError whose message is ready to show.
 */
import type {
  DownloaderInfo,
  OpenShareRequest,
  RecordDownloadRequest,
  RenewGrantRequest,
  SharedFile,
  ShareGrant,
} from '@tandem/proto/browser/http/shares';
import { apiUrl } from '../../../lib/paths.js';
import { isAway, pausesMs, repeatWhileAway } from '../../../lib/http/while-away.js';
import { texts } from '../../../lib/texts/texts.js';
import { traceHeader } from '../../../lib/http/traceparent.js';
import { fieldsOf, textOr, type Unchecked } from '../../../lib/http/unchecked.js';

export type { DownloaderInfo };
export type OpenedShare = SharedFile & ShareGrant;
export type Grant = ShareGrant;

export class RequestError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** True when the words are the server's own, fit to show to the person. */
  readonly isFromServer: boolean;

  constructor(status: number, message: string, isFromServer: boolean) {
    super(message);
    this.name = 'RequestError';
    this.status = status;
    this.isFromServer = isFromServer;
  }
}

const messageOf = (body: string): string | null => {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || !('message' in parsed)) return null;
    return typeof parsed.message === 'string' && parsed.message !== '' ? parsed.message : null;
  } catch {
    return null; // not JSON: a proxy's page, say
  }
};

const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
  let response: Response;
  try {
    response = await fetch(path, { credentials: 'include', ...init });
  } catch {
    throw new RequestError(0, texts.networkError, false);
  }
  if (response.ok) return response;
  const body = await response.text().catch(() => '');
  const message = messageOf(body);
  throw new RequestError(
    response.status,
    message ?? `${response.status}: ${body === '' ? response.statusText : body}`,
    message !== null,
  );
};

const post = (path: string, body: unknown, keepalive = false): Promise<Response> =>
  call(path, {
    method: 'POST',
    keepalive,
    headers: { 'content-type': 'application/json', ...traceHeader() },
    body: JSON.stringify(body),
  });

const sharePath = (shareId: string, rest: string): string =>
  apiUrl(`/shares/${encodeURIComponent(shareId)}/${rest}`);

const answerOf = async (response: Response) => fieldsOf(await response.json().catch(() => null));

const grantOf = (answer: Unchecked<Grant>): Grant => ({
  grant: textOr(answer.grant),
  grantExpiresAt: textOr(answer.grantExpiresAt),
});

/** POST keeps the password out of URLs, histories and access logs. */
export const openShare = async (shareId: string, password: string): Promise<OpenedShare> => {
  const request: OpenShareRequest = { password };
  const answer: Unchecked<OpenedShare> = await answerOf(
    await post(sharePath(shareId, 'access'), request),
  );
  return {
    shareId: textOr(answer.shareId) || shareId,
    filename: textOr(answer.filename),
    fileSize: textOr(answer.fileSize),
    fileType: textOr(answer.fileType),
    isOwner: answer.isOwner === true,
    ...grantOf(answer),
  };
};

export const renewGrant = async (shareId: string, grant: string): Promise<Grant> => {
  const request: RenewGrantRequest = { grant };
  return grantOf(await answerOf(await post(sharePath(shareId, 'grant'), request)));
};

const isServerAway = (error: unknown): boolean =>
  error instanceof RequestError && isAway(error.status);

/** `keepalive` lets the request outlive the tab. Repeated while the server is unavailable. */
const recordEnd = async (
  shareId: string,
  end: RecordDownloadRequest,
  pauses: readonly number[],
): Promise<void> => {
  const record = () => post(sharePath(shareId, 'download'), end, true);
  await repeatWhileAway(record, isServerAway, pauses);
};

/** The file is complete. The server counts a repeated record once. */
export const recordDownload = (
  shareId: string,
  password: string,
  downloaderInfo: DownloaderInfo,
  pauses: readonly number[] = pausesMs,
): Promise<void> => recordEnd(shareId, { password, downloaderInfo }, pauses);

/** The transfer ended without the file: for the owner's audit log, counted as no download. */
export const recordFailedDownload = (
  shareId: string,
  password: string,
  downloaderInfo: DownloaderInfo,
): Promise<void> => recordEnd(shareId, { password, downloaderInfo, outcome: 'failed' }, pausesMs);
