/** Sends control messages until the signal aborts, to a peer whose channel may be closing. */

import { encodeControl, type ControlMessage } from './control-messages.js';

export interface ControlChannel {
  /** Does nothing unless the channel is open. Throws what the channel throws, as when its queue is full. */
  send(message: ControlMessage): void;
  /** Never throws. @returns whether the message is queued. */
  trySend(message: ControlMessage): boolean;
  /** Tells the peer why this side ends the transfer. Never throws. @returns whether the message is queued. */
  fail(code: string): boolean;
}

export const createControlChannel = (
  channel: RTCDataChannel,
  signal: AbortSignal,
  write = (text: string): void => channel.send(text),
): ControlChannel => {
  const isOpen = (): boolean => !signal.aborted && channel.readyState === 'open';

  const trySend = (message: ControlMessage): boolean => {
    if (!isOpen()) return false;
    try {
      write(encodeControl(message));
      return true;
    } catch {
      return false;
    }
  };

  return {
    send(message) {
      if (isOpen()) write(encodeControl(message));
    },
    trySend,
    fail: (code) => trySend({ type: 'transfer-error', code }),
  };
};
