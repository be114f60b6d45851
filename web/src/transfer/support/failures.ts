/** What can end a transfer. The engine names it; the words for people are the app's own. */
/** What can go wrong, by a stable name. The app's catalogue has a sentence for each. */
export type FailureCode =
  | 'max-retries'
  | 'invalid-server-message'
  | 'invalid-offer'
  | 'offer-failed'
  | 'offer-processing-failed'
  | 'answer-processing-failed'
  | 'channel-error'
  | 'peer-unreachable'
  | 'channel-not-ready'
  | 'signalling-unavailable'
  | 'access-denied'
  | 'share-closed'
  | 'replaced'
  | 'file-unreadable'
  | 'protocol-violation'
  | 'digest-mismatch'
  | 'size-mismatch'
  | 'storage-full'
  /** All is there and checked, but not yet where the person chose: another try copies again, nothing else. */
  | 'no-room-to-save'
  | 'sink-failed'
  | 'sink-stalled'
  | 'sink-cancelled'
  | 'not-restartable'
  | 'too-large-for-memory'
  | 'too-slow'
  | 'cancelled-by-peer'
  | 'failed-at-peer'
  | 'unexpected';

/** What a sentence may name. */
export interface FailureFacts {
  /** `channel-not-ready`: the data channel's state. */
  channelState?: string;
  /** `storage-full`: bytes the file needs, and bytes the browser may still store. */
  neededBytes?: number;
  freeBytes?: number;
  /** The server words its refusals for people; shown as it is. */
  serverText?: string;
}

export interface EngineError extends FailureFacts {
  /** A FailureCode, or the server's own name for its refusal. */
  code: string;
}

export function engineError(code: FailureCode, facts: FailureFacts = {}): EngineError {
  return { ...facts, code };
}

/** A failure inside the engine; carries what the snapshot will show. Its message is for developers. */
export class EngineFailure extends Error {
  readonly code: FailureCode;
  readonly facts: FailureFacts;

  constructor(code: FailureCode, facts: FailureFacts = {}, options?: ErrorOptions) {
    super(code, options);
    this.name = 'EngineFailure';
    this.code = code;
    this.facts = facts;
  }
}

/** Anything thrown → what a session reports. Unknown errors never leak their text. */
export function toEngineError(cause: unknown, fallback: FailureCode = 'unexpected'): EngineError {
  if (cause instanceof EngineFailure) return engineError(cause.code, cause.facts);
  return engineError(fallback);
}
