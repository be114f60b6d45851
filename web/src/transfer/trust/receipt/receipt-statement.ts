/** What a receipt states, and whether the other side's statement agrees with what this side knows. */

import type { ReceiptParty, ReceiptStatement } from '@tandem/proto/browser/http/receipt';
import type { ConnectionType } from '@tandem/proto/browser/transfers';

/** A person as their own page names them. */
export type Person = Omit<ReceiptParty, 'publicKey'>;

/** What both sides know about a verified delivery. */
export interface DeliveryFacts {
  shareId: string;
  deliveryId: string;
  /** Verbatim from the announcement, not sanitised. */
  filename: string;
  fileType: string;
  totalBytes: number;
  blockBytes: number;
  /** Hex; over the digests of the blocks. */
  digest: string;
}

export interface ObservedFacts {
  startedAt: Date;
  completedAt: Date;
  connectionType: ConnectionType;
}

/** The clocks of two devices differ. */
const maxClockSkewMs = 10 * 60_000;

const pathOf = (connectionType: ConnectionType): ReceiptStatement['path'] => {
  if (connectionType === 'unknown') return 'unknown';
  return connectionType === 'turn' ? 'relayed' : 'direct';
};

export const composeStatement = (
  facts: DeliveryFacts,
  { startedAt, completedAt, connectionType }: ObservedFacts,
  sender: ReceiptParty,
  recipient: ReceiptParty,
): string => {
  const statement: ReceiptStatement = {
    type: 'tandem/receipt/1',
    shareId: facts.shareId,
    deliveryId: facts.deliveryId,
    file: {
      name: facts.filename,
      type: facts.fileType,
      bytes: facts.totalBytes,
      sha256OfBlocks: facts.digest,
      blockBytes: facts.blockBytes,
    },
    startedAt: startedAt.toISOString(),
    completedAt: completedAt.toISOString(),
    sender,
    recipient,
    path: pathOf(connectionType),
  };
  return JSON.stringify(statement);
};

const isNear = (text: string, at: Date): boolean =>
  Math.abs(Date.parse(text) - at.getTime()) <= maxClockSkewMs;

/**
 * The recipient signs only a statement that it would have made itself: composed again from its own facts, it is the
 * same text. Path and times are the sender's; the time of completion may differ by the skew of the clocks.
 */
export const agrees = (
  text: string,
  facts: DeliveryFacts,
  completed: Date,
  sender: ReceiptParty,
  recipient: ReceiptParty,
): boolean => {
  try {
    const { startedAt, completedAt, path } = JSON.parse(text) as ReceiptStatement;
    const types = { direct: 'direct', relayed: 'turn', unknown: 'unknown' } as const;
    const expected = composeStatement(
      facts,
      {
        startedAt: new Date(startedAt),
        completedAt: new Date(completedAt),
        connectionType: types[path],
      },
      sender,
      recipient,
    );
    return (
      text === expected &&
      Date.parse(startedAt) <= Date.parse(completedAt) &&
      isNear(completedAt, completed)
    );
  } catch {
    return false;
  }
};

/** Whether the statement would agree if the clocks of the two devices did. Parameters as of `agrees`. */
export const agreesButForTime = (
  text: string,
  facts: DeliveryFacts,
  sender: ReceiptParty,
  recipient: ReceiptParty,
): boolean => {
  try {
    const { completedAt } = JSON.parse(text) as ReceiptStatement;
    return agrees(text, facts, new Date(completedAt), sender, recipient);
  } catch {
    return false;
  }
};
