/**
 * How far the file is stored (pure).
 *
 *     closed ── opened ──▶ open ── saving ──▶ saving ── saved ──▶ saved
 *        ▲                                     │  ▲
 *        │                                kept ▼  │ saving
 *        │                                    unsaved
 *        └── closed: from every state but `saved`
 *
 * A complete file is the user's: no sender replaces or removes it.
 */

/** Whether the receiver's digest of the whole file is the one that the sender announced. */
export type CheckDigest = (digest: Uint8Array<ArrayBuffer>) => Promise<boolean>;

/** What closing the sink needs, also when it is closed again without the sender. */
export interface Closing {
  /** Checks the digest of the whole file; null in protocol version 1. */
  check: CheckDigest | null;
  /** Null when unknown. */
  expectedBytes: number | null;
}

/** `key`: under what the sink keeps the file, see `storedFileId`; empty for a file without blocks. */
export type StoredFile =
  /** The sink is not open, or has failed. It has to be opened, which returns what it kept. */
  | { state: 'closed' }
  | { state: 'open'; key: string }
  /** The file is complete, and the sink is being closed. */
  | { state: 'saving'; key: string; closing: Closing }
  /** The sink could not be closed and still has the complete file. */
  | { state: 'unsaved'; key: string; closing: Closing }
  | { state: 'saved'; key: string; isVerified: boolean };

export type StoredInput =
  | { type: 'opened'; key: string }
  | { type: 'saving'; closing: Closing }
  | { type: 'saved' }
  /** Closing failed, and the sink still has the file. */
  | { type: 'kept' }
  /** The sink is being opened, has failed, or its file has been discarded. */
  | { type: 'closed' };

export const initialStored: StoredFile = { state: 'closed' };

export const nextStored = (stored: StoredFile, input: StoredInput): StoredFile => {
  if (stored.state === 'saved') return stored;
  switch (input.type) {
    case 'opened':
      return isTaken(stored) ? stored : { state: 'open', key: input.key };
    case 'saving': {
      const isComplete = stored.state === 'open' || stored.state === 'unsaved';
      return isComplete ? { state: 'saving', key: stored.key, closing: input.closing } : stored;
    }
    case 'saved': {
      if (stored.state !== 'saving') return stored;
      return { state: 'saved', key: stored.key, isVerified: stored.closing.check !== null };
    }
    case 'kept':
      return stored.state === 'saving' ? { ...stored, state: 'unsaved' } : stored;
    case 'closed':
      return initialStored;
  }
};

/** Whether the sink holds this file. */
export const holds = (stored: StoredFile, key: string): boolean =>
  stored.state !== 'closed' && stored.key === key;

/** The file is complete: the sender cannot replace it any more. */
export const isTaken = ({ state }: StoredFile): boolean =>
  state === 'saving' || state === 'unsaved' || state === 'saved';
