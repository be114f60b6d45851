import type { DeliveryReport } from '../../transfer/api.js';
import { retryAfterSignIn } from '../account/session/after-sign-in.js';
import { callApi } from '../http/http.js';
import { isUnavailable, retryWhileUnavailable, whenBack } from '../http/retry.js';
import { serverNow } from '../http/server-time.js';

/**
 * Resolves with false when the server was unavailable to the last attempt.
 *
 * @throws ApiError when the server refuses the report.
 */
const send = async (
  shareId: string,
  report: DeliveryReport,
  pausesMs?: readonly number[],
): Promise<boolean> => {
  const path = `/shares/${encodeURIComponent(shareId)}/delivery`;
  // The tab may be closed the moment a transfer ends.
  const call = { method: 'POST', body: report, keepalive: true } as const;
  try {
    await retryWhileUnavailable(() => callApi(path, call), pausesMs);
    return true;
  } catch (error) {
    if (isUnavailable(error)) return false;
    throw error;
  }
};

const underWay = new Set<Promise<unknown>>();

/**
 * Resolves once every report under way has been sent, was refused, or waits for the network or a sign-in. Never
 * rejects.
 */
export const deliveriesReported = async (): Promise<void> => {
  await Promise.allSettled(underWay);
};

const sendWhenBack = async (...report: Parameters<typeof send>): Promise<void> => {
  const sending = send(...report);
  underWay.add(sending);
  try {
    if (await sending) return;
  } finally {
    underWay.delete(sending);
  }
  await whenBack();
  await sendWhenBack(...report);
};

/** The log confirms a delivery only if both sides report it within this time (dedupWindowMs in services/shares). */
const confirmedWithinMs = 10 * 60_000;

/** Reports that are not over, with the time of the delivery. */
const pending = new Map<Promise<void>, number>();

/** Whether a report that has not been sent can still confirm its delivery. */
export const hasUnconfirmedDelivery = (): boolean =>
  [...pending.values()].some((atMs) => serverNow() - atMs < confirmedWithinMs);

/** Resolves once every report has been sent or refused, also those that wait for the network or a sign-in. */
export const deliveriesSettled = async (): Promise<void> => {
  await Promise.all(pending.keys());
};

/**
 * Reports the end of a transfer to one recipient, for the owner's audit log and the download count. The server counts a
 * repeated report once. Without an answer the report is sent again as `whenBack` states; after an expiry of the session
 * when the user has signed in again. Any other refusal is only logged.
 */
export const sendDeliveryReport = async (...report: Parameters<typeof send>): Promise<void> => {
  const reporting = retryAfterSignIn(() => sendWhenBack(...report)).catch((error: unknown) =>
    console.warn('the delivery could not be reported', error),
  );
  pending.set(reporting, serverNow());
  await reporting;
  pending.delete(reporting);
};
