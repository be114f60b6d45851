/** Receiver's side of pacing: counts pieces, answers pings and reports the running total when a piece asks for it. */
import { answerPing, encodeReceipt } from '../wire/path-messages.js';
import { readMessage } from '../wire/chunk-frames.js';

export interface Receipts {
  /** A piece arrived, whatever becomes of it. */
  onPiece(payloadBytes: number, isReceiptWanted: boolean): void;
  /** The measuring channel is open: pings are answered and receipts go there from now on. */
  measure(channel: RTCDataChannel): void;
  stop(): void;
}

/** @param report sends a running total over the data channel, until there is a measuring channel. */
export const createReceipts = (report: (receivedBytes: number) => void): Receipts => {
  let receivedBytes = 0;
  let channel: RTCDataChannel | null = null;

  const onMessage = ({ data }: MessageEvent): void => {
    const message = readMessage(data);
    const pong = message instanceof Uint8Array ? answerPing(message, receivedBytes) : null;
    if (pong === null || channel?.readyState !== 'open') return;
    channel.send(pong);
  };

  return {
    onPiece(payloadBytes, isReceiptWanted) {
      receivedBytes += payloadBytes;
      if (!isReceiptWanted) return;
      if (channel?.readyState === 'open') channel.send(encodeReceipt(receivedBytes));
      else report(receivedBytes);
    },
    measure(opened) {
      channel = opened;
      channel.addEventListener('message', onMessage);
    },
    stop() {
      channel?.removeEventListener('message', onMessage);
      channel = null;
    },
  };
};
