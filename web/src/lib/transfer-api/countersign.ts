import type { Countersignature, CountersignRequest } from '@tandem/proto/browser/http/receipt';
import { ApiError, callApi, readFields } from '../http/http.js';

/** Signs a receipt's statement; null when the log has no confirmed delivery, or is out of reach. */
export type Countersign = (
  statement: string,
  deliveryId: string,
) => Promise<Countersignature | null>;

/** The log has a delivery some seconds after both pages have reported it. */
const defaultPausesMs: readonly number[] = [500, 1_000, 2_000, 4_000];

const sha256Hex = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

const isNotYetConfirmed = (error: unknown): boolean =>
  error instanceof ApiError && [0, 404, 502, 503, 504].includes(error.failure.status);

/** The owner's audit log as countersigner of the receipts of one share. */
export const countersignFor =
  (shareId: string, pausesMs: readonly number[] = defaultPausesMs): Countersign =>
  async (statement, deliveryId) => {
    const statementSha256 = await sha256Hex(statement);
    const body: CountersignRequest = { deliveryId, statementSha256 };
    const path = `/shares/${encodeURIComponent(shareId)}/receipt`;
    for (const pauseMs of [...pausesMs, null]) {
      try {
        const response = await callApi(path, { method: 'POST', body });
        return (await readFields(response)) as Countersignature;
      } catch (error) {
        if (pauseMs === null || !isNotYetConfirmed(error)) return null;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    return null;
  };
