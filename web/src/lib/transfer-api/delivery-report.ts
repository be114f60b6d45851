import type { DeliveryReport } from '../../transfer/api.js';
import { callApi } from '../http/http.js';
import { isUnavailable, retryWhileUnavailable, whenBack } from '../http/retry.js';

/** Resolves with false when the server was unavailable to the last attempt. */
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
  } catch (error) {
    if (isUnavailable(error)) return false;
    console.warn('the delivery could not be reported', error);
  }
  return true;
};

const underWay = new Set<Promise<unknown>>();

/** Resolves once every report under way has been sent, was refused, or waits for the network. Never rejects. */
export const deliveriesReported = async (): Promise<void> => {
  await Promise.all(underWay);
};

/**
 * Reports the end of a transfer to one recipient, for the owner's audit log and the download count. The server counts a
 * repeated report once. A refusal is only logged; without a network the report is sent when it returns, or the user to
 * the page.
 */
export const sendDeliveryReport = async (...report: Parameters<typeof send>): Promise<void> => {
  const sending = send(...report);
  underWay.add(sending);
  const isOver = await sending;
  underWay.delete(sending);
  if (isOver) return;
  await whenBack();
  await sendDeliveryReport(...report);
};
