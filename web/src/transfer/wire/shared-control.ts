/** Control messages that sender and receiver handle alike. */

import { EngineFailure, peerFailure, type EngineError } from '../support/failures.js';
import type { ParsedControl } from './control-messages.js';

type SharedType =
  | 'transfer-pause'
  | 'transfer-resume'
  | 'transfer-cancel'
  | 'transfer-error'
  | 'malformed';

export interface SharedHandlers {
  /** The other side. */
  from: 'sender' | 'receiver';
  /** @param isAsking the pause lasts until the user there has approved this side. */
  onPeerPaused: (isPaused: boolean, isAsking: boolean) => void;
  /** The other side ended the transfer; no answer is due. */
  onPeerEnded: (error: EngineError) => void;
}

/**
 * @returns whether the message was one of these.
 * @throws EngineFailure `protocol-violation` for a malformed message
 */
export const handleShared = (
  message: ParsedControl,
  { from, onPeerPaused, onPeerEnded }: SharedHandlers,
): message is Extract<ParsedControl, { type: SharedType }> => {
  switch (message.type) {
    case 'transfer-pause':
      onPeerPaused(true, message.reason === 'approval');
      return true;
    case 'transfer-resume':
      onPeerPaused(false, false);
      return true;
    case 'transfer-cancel':
    case 'transfer-error':
      onPeerEnded(peerFailure(message, from));
      return true;
    case 'malformed':
      throw new EngineFailure('protocol-violation');
    default:
      return false;
  }
};
