/**
 * Receiver's side of pacing: counts pieces, answers pings and reports the running total when a piece asks for it, or
 * after pings have stopped.
 */

import { pingsStoppedMs } from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';
import { readMessage } from '../wire/chunk-frames.js';
import { answerPing, encodeByteReport, type LaneTotal } from '../wire/path-messages.js';

export interface ByteReports {
  /** A piece arrived, whatever becomes of it. */
  onPiece(payloadBytes: number, isReportWanted: boolean, lane?: number): void;
  /** From now on, totals of every open lane are reported; that of the file's channel is lane 0. */
  openLane(lane: number): void;
  closeLane(lane: number): void;
  /** The measuring channel, or one that replaces it, is open: pings are answered and reports go there from now on. */
  measure(channel: RTCDataChannel): void;
  stop(): void;
}

/** @param report sends a running total over the data channel, while there is no measuring channel. */
export const createByteReports = (
  clock: Clock,
  report: (receivedBytes: number, lanes: readonly LaneTotal[]) => void,
): ByteReports => {
  let receivedBytes = 0;
  /** Position in the last report over the data channel, which cannot be lost. */
  let reportedBytes = 0;
  let lastPingMs = -Infinity;
  let timer: TimerId | undefined;
  const perLane = new Map([[0, 0]]);
  let hasLanes = false;
  let channel: RTCDataChannel | null = null;

  const totals = (): LaneTotal[] => (hasLanes ? [...perLane] : []);

  const reportReliably = (): void => {
    reportedBytes = receivedBytes;
    report(receivedBytes, totals());
  };

  /**
   * Reports on the measuring channel can be lost, and its connection may be down for good. A sender that has given up a
   * channel would then never learn what that channel delivered after all.
   */
  const reportWithoutPings = (): void => {
    timer ??= clock.setTimeout(() => {
      timer = undefined;
      if (reportedBytes === receivedBytes) return;
      if (clock.now() - lastPingMs >= pingsStoppedMs) reportReliably();
      else reportWithoutPings();
    }, pingsStoppedMs);
  };

  const onMessage = ({ data }: MessageEvent): void => {
    const message = readMessage(data);
    const pong =
      message instanceof Uint8Array ? answerPing(message, receivedBytes, totals()) : null;
    if (pong === null || channel?.readyState !== 'open') return;
    lastPingMs = clock.now();
    channel.send(pong);
  };

  return {
    onPiece(payloadBytes, isReportWanted, lane = 0) {
      receivedBytes += payloadBytes;
      perLane.set(lane, (perLane.get(lane) ?? 0) + payloadBytes);
      reportWithoutPings();
      if (!isReportWanted) return;
      if (channel?.readyState === 'open') channel.send(encodeByteReport(receivedBytes, totals()));
      else reportReliably();
    },
    openLane(lane) {
      hasLanes = true;
      perLane.set(lane, 0);
    },
    closeLane(lane) {
      perLane.delete(lane);
    },
    measure(opened) {
      channel?.removeEventListener('message', onMessage);
      channel = opened;
      channel.addEventListener('message', onMessage);
    },
    stop() {
      clock.clearTimeout(timer);
      channel?.removeEventListener('message', onMessage);
      channel = null;
    },
  };
};
