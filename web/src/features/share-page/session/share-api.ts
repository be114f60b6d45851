/** The API calls of the share page. */

import type { FileShare, ListSharesParams } from '@tandem/proto/browser/http/file-shares';
import type {
  DownloaderInfo,
  OpenShareRequest,
  RecordDownloadRequest,
  RenewGrantRequest,
  SharedFile,
  ShareGrant,
} from '@tandem/proto/browser/http/shares';
import { maxRows, maxSearchLength } from '@tandem/proto/browser/limits';
import { answeredByNetwork, ApiError, callApi, readFields } from '../../../lib/http/http.js';
import { isTooMany, retryWhileOpen, retryWhileUnavailable } from '../../../lib/http/retry.js';
import { textOr, type Unchecked } from '../../../lib/unchecked.js';

export type { DownloaderInfo };
/** `senderName`: empty when the server knows none. */
export type OpenedShare = SharedFile &
  ShareGrant & { senderName: string; asksFirst: boolean; note: string };
export type Grant = ShareGrant;

const sharePath = (shareId: string, rest: string): string =>
  `/shares/${encodeURIComponent(shareId)}/${rest}`;

/** @throws ApiError without a grant: every version of the server sends one. */
const grantOf = (answer: Unchecked<Grant>): Grant => {
  const grant = textOr(answer.grant);
  if (grant === '') throw new ApiError(answeredByNetwork);
  return { grant, grantExpiresAt: textOr(answer.grantExpiresAt) };
};

/** After 15 attempts, each of which may have waited for 3 s, the page tells the user to try again later. */
const slotPausesMs: readonly number[] = Array.from({ length: 14 }, () => 1_000);

/**
 * POST keeps the password out of URLs, the browser history and access logs. The server compares a network's attempts
 * beyond its allowance at one per second, and refuses those that get no slot.
 */
export const openShare = async (
  shareId: string,
  password: string,
  pausesMs = slotPausesMs,
): Promise<OpenedShare> => {
  const body: OpenShareRequest = { password };
  const call = { method: 'POST', body } as const;
  const attempt = () => callApi(sharePath(shareId, 'access'), call);
  const response = await retryWhileUnavailable(attempt, pausesMs, isTooMany);
  const answer: Unchecked<OpenedShare> = await readFields(response);
  return {
    // Keys and records of this device are found by it, so it is never the server's.
    shareId,
    filename: textOr(answer.filename),
    fileSize: textOr(answer.fileSize),
    fileType: textOr(answer.fileType),
    isOwner: answer.isOwner === true,
    senderName: textOr(answer.senderName),
    asksFirst: answer.asksFirst === true,
    note: textOr(answer.note),
    ...grantOf(answer),
  };
};

/** A filename of that many characters fits into a search, whatever it consists of. */
const searchedCharacters = maxSearchLength / 2;

/** The owner's choice for an active share; null once the share has ended. Unlike opening it, this is no access. */
export const findAsksFirst = async (
  userId: string,
  { shareId, filename }: Pick<SharedFile, 'shareId' | 'filename'>,
): Promise<boolean | null> => {
  const search = Array.from(filename).slice(0, searchedCharacters).join('');
  const params: ListSharesParams = { userId, limit: maxRows.shares, search, status: 'active' };
  const response = await callApi('/file-shares', { params });
  const shares = (await response.json()) as Unchecked<FileShare>[];
  const found = shares.find((share) => share.shareId === shareId);
  return found === undefined ? null : found.asksFirst === true;
};

export const renewGrant = async (shareId: string, grant: string): Promise<Grant> => {
  const body: RenewGrantRequest = { grant };
  const call = { method: 'POST', body, account: null } as const;
  const response = await callApi(sharePath(shareId, 'grant'), call);
  return grantOf(await readFields(response));
};

const record = async (
  shareId: string,
  body: RecordDownloadRequest,
  pausesMs?: readonly number[],
): Promise<void> => {
  // keepalive: the tab may close right after the transfer.
  const call = { method: 'POST', body, keepalive: true } as const;
  await retryWhileOpen(() => callApi(sharePath(shareId, 'download'), call), pausesMs);
};

/** A grant is accepted after the password was changed as well. */
export type AccessProof = { password: string } | { grant: string };

/** Joins a record to the sender's report of the same delivery. */
export interface RecordDetails {
  deliveryId?: string;
  /** Code of a failure. */
  reason?: string;
}

/** Records a completed download. The server counts it when the sender's page has reported the same delivery. */
export const recordDownload = (
  shareId: string,
  proof: AccessProof,
  downloaderInfo: DownloaderInfo,
  details: RecordDetails = {},
  pausesMs?: readonly number[],
): Promise<void> => record(shareId, { ...proof, downloaderInfo, ...details }, pausesMs);

/** Records a failed transfer in the owner's audit log, without counting a download. */
export const recordFailedDownload = (
  shareId: string,
  proof: AccessProof,
  downloaderInfo: DownloaderInfo,
  details: RecordDetails = {},
): Promise<void> => record(shareId, { ...proof, downloaderInfo, outcome: 'failed', ...details });
