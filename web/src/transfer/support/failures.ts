/** The failures that end a transfer, by code. Their texts for users are part of the app. */
/** Stable codes; the app's catalogue has a text for each. */
export type FailureCode =
  | 'max-retries'
  | 'invalid-server-message'
  | 'invalid-offer'
  /** The browser, a policy or an extension has removed WebRTC; no attempt can succeed. */
  | 'webrtc-unavailable'
  | 'offer-failed'
  | 'offer-processing-failed'
  | 'answer-processing-failed'
  | 'channel-error'
  | 'peer-unreachable'
  | 'channel-not-ready'
  | 'signalling-unavailable'
  | 'access-denied'
  | 'share-closed'
  /** The owner changed the password: the recipient needs the new one. */
  | 'password-changed'
  | 'replaced'
  | 'file-unreadable'
  | 'protocol-violation'
  | 'digest-mismatch'
  /** Sender: the receiver claims blocks that it does not have. */
  | 'claim-refuted'
  /** Receiver: the sender found that stored blocks are not those of its file. */
  | 'stored-part-invalid'
  | 'size-mismatch'
  /** A later announcement has a larger or unknown size. */
  | 'file-changed'
  | 'storage-full'
  /** The file is complete and verified, but could not be copied to the chosen place; a retry only copies again. */
  | 'no-room-to-save'
  | 'not-saved-there'
  /** The browser no longer lets the page write to the chosen file; it can be asked again in a click handler. */
  | 'permission-lost'
  /** The browser's security check refused the complete file, as it would again. */
  | 'blocked-here'
  | 'sink-failed'
  | 'sink-stalled'
  | 'sink-cancelled'
  /**
   * What has arrived is in a download of the browser that cannot be continued: the sender sends from the start, as every
   * reconnect of version 1 does, or another file.
   */
  | 'not-restartable'
  | 'too-large-for-memory'
  | 'too-slow'
  /** Receiver: the sender did not prove that it made the link. */
  | 'sender-unproven'
  /** Sender: the receiver did not prove that it has the link. */
  | 'receiver-unproven'
  /** Sender: the recipient stopped because of `sender-unproven`. */
  | 'refused-by-recipient'
  /** Receiver: the sender stopped because of `receiver-unproven`. */
  | 'refused-by-sender'
  /** The file offered is not the one that the share page shows. */
  | 'file-differs'
  /** Sender: the recipient stopped because of `file-differs`. */
  | 'file-refused'
  | 'cancelled-by-peer'
  /** Receiver: the user at the sender did not approve it. */
  | 'declined-by-sender'
  /** Sender: its user ended the transfer to this recipient, or did not approve it. */
  | 'ended-here'
  | 'declined-here'
  /** Receiver: the sender stopped because of `file-unreadable`. */
  | 'unreadable-at-sender'
  /** Sender: the recipient stopped because of `storage-full`. */
  | 'full-at-recipient'
  /** Sender: the recipient stopped because its browser did not save the file. */
  | 'not-saved-at-recipient'
  /** Sender: the recipient stopped because of `blocked-here`. */
  | 'blocked-at-recipient'
  | 'failed-at-peer'
  | 'unexpected';

/** Values for the text of a failure. */
export interface FailureFacts {
  /** `channel-not-ready`: the data channel's state. */
  channelState?: string;
  /** `storage-full`: bytes the file needs, and bytes the browser may still store. */
  neededBytes?: number;
  freeBytes?: number;
  /** `file-differs`: the file that the sender offers. */
  offeredName?: string;
  offeredBytes?: number;
  /** Receiver: the complete, verified file is kept, and can be saved without the sender as long as the page is open. */
  isComplete?: true;
  /** Receiver, `digest-mismatch`: nothing was discarded, and another attempt continues with the blocks that are stored. */
  isPartKept?: true;
  /** Sender, `cancelled-by-peer`: the recipient stated that the share has ended. Only the server's word ends the share. */
  hasShareEnded?: true;
  /** The server's text for users; shown unchanged. */
  serverText?: string;
}

export interface EngineError extends FailureFacts {
  /** A FailureCode, or the server's error code. */
  code: string;
}

export const engineError = (code: FailureCode, facts: FailureFacts = {}): EngineError => ({
  ...facts,
  code,
});

/** Anything may be thrown; `name` tells the failures of browsers apart. @returns '' for what has none. */
export const errorName = (cause: unknown): string => {
  const name: unknown = (cause as { name?: unknown } | null | undefined)?.name;
  return typeof name === 'string' ? name : '';
};

/** Further attempts to connect cannot succeed. */
export const isBeyondRetry = ({ code }: EngineError): boolean => code === 'webrtc-unavailable';

/** A failure inside the engine. Its code and facts reach the snapshot; its message is for developers. */
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

/** Converts anything thrown. The text of unknown errors is dropped. */
export const toEngineError = (
  cause: unknown,
  fallback: FailureCode = 'unexpected',
): EngineError => {
  if (cause instanceof EngineFailure) return engineError(cause.code, cause.facts);
  return engineError(fallback);
};

type Codes = ReadonlyMap<string, FailureCode>;

/** Reasons of a sender. Maps, because the keys arrive from the other side. */
const cancellations: Codes = new Map([
  ['declined', 'declined-by-sender'],
  ['password-changed', 'password-changed'],
  ['share-ended', 'share-closed'],
  ['share-closed', 'share-closed'],
]);

const cancellation = (reason: string, from: 'sender' | 'receiver'): EngineError => {
  const code = cancellations.get(reason);
  if (from === 'sender') return engineError(code ?? 'cancelled-by-peer');
  return engineError('cancelled-by-peer', code === 'share-closed' ? { hasShareEnded: true } : {});
};

/** What a failure of the other side is called on this side. */
const failuresAt: Readonly<Record<'sender' | 'receiver', Codes>> = {
  sender: new Map([
    ['receiver-unproven', 'refused-by-sender'],
    ['claim-refuted', 'stored-part-invalid'],
    ['file-unreadable', 'unreadable-at-sender'],
  ]),
  receiver: new Map([
    ['sender-unproven', 'refused-by-recipient'],
    ['file-differs', 'file-refused'],
    ['storage-full', 'full-at-recipient'],
    ['no-room-to-save', 'not-saved-at-recipient'],
    ['not-saved-there', 'not-saved-at-recipient'],
    ['permission-lost', 'not-saved-at-recipient'],
    ['blocked-here', 'blocked-at-recipient'],
    ['sink-failed', 'not-saved-at-recipient'],
    ['sink-stalled', 'not-saved-at-recipient'],
    ['sink-cancelled', 'not-saved-at-recipient'],
    ['too-slow', 'not-saved-at-recipient'],
  ]),
};

/** The failure that a peer's last message stands for. */
export const peerFailure = (
  message: { type: 'transfer-cancel'; reason?: string } | { type: 'transfer-error'; code: string },
  from: 'sender' | 'receiver',
): EngineError =>
  message.type === 'transfer-cancel'
    ? cancellation(message.reason ?? '', from)
    : engineError(failuresAt[from].get(message.code) ?? 'failed-at-peer');
