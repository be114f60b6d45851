import type { DeliveryReport } from '../../transfer/api.js';
import { callApi } from '../http/http.js';
import { retryWhileUnavailable } from '../http/retry.js';

const send = async (
  shareId: string,
  report: DeliveryReport,
  pausesMs?: readonly number[],
): Promise<void> => {
  const path = `/shares/${encodeURIComponent(shareId)}/delivery`;
  // The tab may be closed the moment a transfer ends.
  const call = { method: 'POST', body: report, keepalive: true } as const;
  try {
    await retryWhileUnavailable(() => callApi(path, call), pausesMs);
  } catch (error) {
    console.warn('the delivery could not be reported', error);
  }
};

const underWay = new Set<Promise<void>>();

/** Resolves once every report under way has been sent or given up. Never rejects. */
export const deliveriesReported = async (): Promise<void> => {
  await Promise.all(underWay);
};

/**
 * Reports the end of a transfer to one recipient, for the owner's audit log and the download count. The server counts a
 * repeated report once. A failure is only logged.
 */
export const sendDeliveryReport = async (...report: Parameters<typeof send>): Promise<void> => {
  const sending = send(...report);
  underWay.add(sending);
  await sending;
  underWay.delete(sending);
};
