/** Receiver's side of pacing: counts pieces, answers pings and reports the running total when a piece asks for it. */
import { answerPing, encodeReceipt, type LaneTotal } from '../wire/path-messages.js';
import { readMessage } from '../wire/chunk-frames.js';

export interface Receipts {
  /** A piece arrived, whatever becomes of it. */
  onPiece(payloadBytes: number, isReceiptWanted: boolean, lane?: number): void;
  /** From now on, totals of every open lane are reported; that of the file's channel is lane 0. */
  openLane(lane: number): void;
  closeLane(lane: number): void;
  /** The measuring channel is open: pings are answered and receipts go there from now on. */
  measure(channel: RTCDataChannel): void;
  stop(): void;
}

/** @param report sends a running total over the data channel, until there is a measuring channel. */
export const createReceipts = (
  report: (receivedBytes: number, lanes: readonly LaneTotal[]) => void,
): Receipts => {
  let receivedBytes = 0;
  const perLane = new Map([[0, 0]]);
  let hasLanes = false;
  let channel: RTCDataChannel | null = null;

  const totals = (): LaneTotal[] => (hasLanes ? [...perLane] : []);

  const onMessage = ({ data }: MessageEvent): void => {
    const message = readMessage(data);
    const pong =
      message instanceof Uint8Array ? answerPing(message, receivedBytes, totals()) : null;
    if (pong === null || channel?.readyState !== 'open') return;
    channel.send(pong);
  };

  return {
    onPiece(payloadBytes, isReceiptWanted, lane = 0) {
      receivedBytes += payloadBytes;
      perLane.set(lane, (perLane.get(lane) ?? 0) + payloadBytes);
      if (!isReceiptWanted) return;
      if (channel?.readyState === 'open') channel.send(encodeReceipt(receivedBytes, totals()));
      else report(receivedBytes, totals());
    },
    openLane(lane) {
      hasLanes = true;
      perLane.set(lane, 0);
    },
    closeLane(lane) {
      perLane.delete(lane);
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
