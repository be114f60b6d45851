import { clipPerson } from '@tandem/proto/browser/person';
import { isFailureCode } from '@tandem/proto/browser/transfers';
import { useCallback, useEffect, useRef } from 'react';
import { ApiError } from '../../../../lib/http/http.js';
import type { ReceiverSnapshot } from '../../../../transfer/api.js';
import type { Access } from '../../session/flow.js';
import {
  recordDownload,
  recordFailedDownload,
  type DownloaderInfo,
  type RecordDetails,
} from '../../session/share-api.js';
import type { ReceivingSession } from './begin-session.js';

type Outcome = 'completed' | 'failed';

const record = { completed: recordDownload, failed: recordFailedDownload } as const;

/** Errors that can mean that the password has been changed. */
const passwordErrors: ReadonlySet<string> = new Set(['password-changed', 'access-denied']);

/** The outcome for the owner's audit log; null while the transfer has none. */
const outcomeOf = ({ state, error }: ReceiverSnapshot): Outcome | null => {
  if (state === 'completed') return 'completed';
  // The report would count as an attempt with a wrong password.
  if (passwordErrors.has(error?.code ?? '')) return null;
  return state === 'error' ? 'failed' : null;
};

const detailsOf = ({ deliveryId, error }: ReceiverSnapshot): RecordDetails => ({
  deliveryId,
  ...(error !== null && isFailureCode(error.code) && { reason: error.code }),
});

/**
 * The owner may have changed the password during the transfer. The password is not sent again after the server has
 * refused it: each time would be another refused attempt in the owner's log. Other people behind the same address may
 * have used up the attempts, which do not limit grants.
 */
const recordOutcome = async (
  { share: { shareId }, grantKeeper }: Access,
  outcome: Outcome,
  person: DownloaderInfo,
  details: RecordDetails,
): Promise<void> => {
  // Accounts may have longer names.
  const downloader = clipPerson(person);
  if (!grantKeeper.isPasswordRefused()) {
    try {
      await record[outcome](shareId, { password: grantKeeper.password() }, downloader, details);
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || ![403, 429].includes(error.failure.status)) throw error;
      grantKeeper.refuse(error);
    }
  }
  await record[outcome](
    shareId,
    { grant: await grantKeeper.withoutPassword() },
    downloader,
    details,
  );
};

/**
 * Records how the download has ended, each outcome once: a failed one may succeed after Try Again.
 *
 * @returns a function whose promise resolves when the server has the outcomes and the receipt, or has refused them
 */
export const useRecordedOutcome = (
  session: ReceivingSession | null,
  access: Access,
  downloader: DownloaderInfo,
): (() => Promise<unknown>) => {
  const isRecorded = useRef({ completed: false, failed: false });
  const recording = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (session === null) return undefined;
    const onChange = (): void => {
      const snapshot = session.getSnapshot();
      const outcome = outcomeOf(snapshot);
      if (outcome === null || isRecorded.current[outcome]) return;
      isRecorded.current[outcome] = true;
      recording.current = Promise.all([
        recording.current,
        recordOutcome(access, outcome, downloader, detailsOf(snapshot)).catch((error: unknown) =>
          console.warn('could not record the download', error),
        ),
      ]);
    };
    onChange();
    return session.subscribe(onChange);
  }, [session, access, downloader]);
  return useCallback(() => Promise.all([recording.current, session?.whenReceiptKept()]), [session]);
};
