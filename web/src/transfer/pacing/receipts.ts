/** Receiver's side of pacing: counts pieces, answers pings and reports the running total. */
import { answerPing, encodeReceipt } from '../wire/path-messages.js';
import { readMessage } from '../wire/chunk-frames.js';
import { MAX_PIECE_BYTES } from './send-window.js';

/**
 * With the largest pieces at least sixteen are in flight, so that every second receipt is enough; with smaller ones
 * the sender may be waiting for this very receipt.
 */
const PIECES_PER_RECEIPT = 2;

export interface Receipts {
  /** A piece arrived, whatever becomes of it. */
  onPiece(payloadBytes: number): void;
  /** The measuring channel is open: pings are answered and receipts go there from now on. */
  measure(channel: RTCDataChannel): void;
  stop(): void;
}

/** @param report sends a running total over the data channel, until there is a measuring channel. */
export function createReceipts(report: (receivedBytes: number) => void): Receipts {
  let receivedBytes = 0;
  let owed = 0;
  let channel: RTCDataChannel | null = null;

  const onMessage = ({ data }: MessageEvent): void => {
    const message = readMessage(data);
    const pong = message instanceof Uint8Array ? answerPing(message, receivedBytes) : null;
    if (pong === null || channel?.readyState !== 'open') return;
    owed = 0;
    channel.send(pong);
  };

  return {
    onPiece(payloadBytes) {
      receivedBytes += payloadBytes;
      owed += 1;
      if (payloadBytes >= MAX_PIECE_BYTES && owed < PIECES_PER_RECEIPT) return;
      owed = 0;
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
}
