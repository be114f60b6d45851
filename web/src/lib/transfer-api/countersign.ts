import { readCountersignature } from '@tandem/proto/browser/audit/countersignature';
import type {
  Countersignature,
  CountersignParams,
  CountersignRequest,
  PendingCountersignature,
} from '@tandem/proto/browser/http/receipt';
import type { Receipt, ReceiptStatement, SenderSnapshot, Session } from '../../transfer/api.js';
import { retryAfterSignIn } from '../account/session/after-sign-in.js';
import { ApiError, callApi, readFields } from '../http/http.js';
import { isUnavailable, retryWhileOpen, retryWhileUnavailable } from '../http/retry.js';
import type { Unchecked } from '../unchecked.js';

/** Supplies what a recipient submits with; the sender's session is in a cookie. */
type GetGrant = () => Promise<string>;

/**
 * The log has a delivery some seconds after both pages have reported it. Of two pages that then submit at the same time,
 * one has to ask once more, so the pauses do not grow much.
 */
const defaultPausesMs: readonly number[] = [500, 1_000, 1_000, 2_000, 3_000];

const sha256Hex = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

class TooEarly extends Error {}

const params: CountersignParams = { pending: '202' };

/** Gateways of earlier versions refuse an early request. */
const isTooEarly = (error: unknown): boolean =>
  isUnavailable(error) ||
  error instanceof TooEarly ||
  (error instanceof ApiError &&
    (error.failure.status === 404 || error.failure.reason === 'waiting-for-other-side'));

/** @param onKept the log has the submission of this side, and waits for that of the other one. */
const submit = async (
  receipt: Receipt,
  getGrant: GetGrant | undefined,
  pausesMs: readonly number[],
  onKept: () => void,
): Promise<Countersignature> => {
  // Signed by both browsers, which agreed on its form.
  const { shareId, deliveryId } = JSON.parse(receipt.statement) as ReceiptStatement;
  const statementSha256 = await sha256Hex(receipt.statement);
  const body: CountersignRequest = { deliveryId, statementSha256 };
  const path = `/shares/${encodeURIComponent(shareId)}/receipt`;
  const attempt = async () => {
    const authorization = getGrant && `Grant ${await getGrant()}`;
    // The tab may be closed the moment a transfer ends.
    const call = { method: 'POST', params, body, keepalive: true, authorization } as const;
    const response = await callApi(path, call);
    const fields = await readFields(response);
    if (response.status !== 202) return fields;
    const { pending }: Unchecked<PendingCountersignature> = fields;
    if (pending === 'waiting-for-other-side') onKept();
    throw new TooEarly();
  };
  const fields = await retryWhileUnavailable(attempt, pausesMs, isTooEarly);
  const countersignature = await readCountersignature(fields, receipt.statement);
  // With it the saved receipt would not be valid, which it is with the signatures of both browsers.
  if (countersignature === null) throw new Error('invalid countersignature');
  return countersignature;
};

/** Running and successful submissions of this page. */
const submissions = new WeakMap<Receipt, Promise<Countersignature>>();

const submitOnce = (
  receipt: Receipt,
  getGrant: GetGrant | undefined,
  pausesMs: readonly number[],
  onKept: () => void = () => undefined,
): Promise<Countersignature> => {
  const known = submissions.get(receipt);
  if (known !== undefined) return known;
  const submission = submit(receipt, getGrant, pausesMs, onKept).catch((error: unknown) => {
    submissions.delete(receipt);
    throw error;
  });
  submissions.set(receipt, submission);
  return submission;
};

/**
 * Submits a receipt for the side of this page. Null when the log has no confirmed delivery, does not get the same
 * receipt from the other side, answers with anything else, or is out of reach; a later call asks again.
 */
export const countersign = (
  receipt: Receipt,
  getGrant?: GetGrant,
  pausesMs = defaultPausesMs,
): Promise<Countersignature | null> => submitOnce(receipt, getGrant, pausesMs).catch(() => null);

/**
 * Submits the receipts of a session as soon as this page has them. The log signs what both sides submit, so each page
 * does its part, whether or not its person ever looks at the receipt; a sender whose session has expired after the next
 * sign-in.
 *
 * @returns a function whose promise resolves when the log has the receipts of this side, or they are given up
 */
export const submitReceipts = <Snapshot>(
  session: Pick<Session<Snapshot>, 'getSnapshot' | 'subscribe'>,
  receiptsOf: (snapshot: Snapshot) => readonly (Receipt | null)[],
  getGrant?: GetGrant,
): (() => Promise<unknown>) => {
  const seen = new WeakSet<Receipt>();
  let kept: Promise<unknown> = Promise.resolve();
  session.subscribe(() => {
    for (const receipt of receiptsOf(session.getSnapshot())) {
      if (receipt === null || seen.has(receipt)) continue;
      seen.add(receipt);
      const keeping = new Promise<void>((resolve) => {
        const submission = () =>
          retryWhileOpen(() => submitOnce(receipt, getGrant, defaultPausesMs, resolve));
        const outcome = getGrant ? submission() : retryAfterSignIn(submission);
        // The dialog of the receipt asks again.
        void outcome.catch(() => null).then(() => resolve());
      });
      kept = Promise.all([kept, keeping]);
    }
  });
  return () => kept;
};

/** Receipts in a sender's session, one for each recipient. */
export const receiptsOf = ({ recipients }: SenderSnapshot): (Receipt | null)[] =>
  recipients.map(({ receipt }) => receipt);
