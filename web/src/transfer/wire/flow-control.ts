/** Back-pressure on a data channel: two watermarks on the send queue. */

import {
  highWaterBytes,
  iosHighWaterBytes,
  iosLowThresholdBytes,
  iosLowWaterBytes,
  lowWaterBytes,
} from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';
import { EngineFailure } from '../support/failures.js';

export interface Watermarks {
  /** Above this many queued bytes sending waits. */
  highBytes: number;
  /** At this many it continues. */
  lowBytes: number;
  /** Threshold of the browser's low-water event; at most `lowBytes`. */
  thresholdBytes: number;
}

/** @param isIosV1 the small watermarks of protocol version 1 on iOS. */
export const watermarksFor = (isIosV1: boolean): Watermarks =>
  isIosV1
    ? {
        highBytes: iosHighWaterBytes,
        lowBytes: iosLowWaterBytes,
        thresholdBytes: iosLowThresholdBytes,
      }
    : { highBytes: highWaterBytes, lowBytes: lowWaterBytes, thresholdBytes: lowWaterBytes };

export interface ChannelWriter {
  /** @throws EngineFailure `channel-not-ready` when the channel is not open. */
  send(message: string | Uint8Array<ArrayBuffer>): void;
  /**
   * Null when there is room now, which spares a turn of the event loop. Otherwise resolves when there is room or the
   * channel closes.
   */
  whenWritable(): Promise<void> | null;
  bufferedBytes(): number;
  /** Calls back when at most as many bytes are queued as the last mark says. */
  onLow(callback: () => void): void;
  setLowMark(bytes: number): void;
}

/**
 * The low-water event can be missing: in Chromium before dcSCTP, and when the queue drains while the tab is frozen.
 * https://github.com/webrtc/samples/issues/1432
 */
const recheckMs = 1_000;

export const createChannelWriter = (
  channel: RTCDataChannel,
  clock: Clock,
  marks: Watermarks,
): ChannelWriter => {
  channel.bufferedAmountLowThreshold = marks.thresholdBytes;

  const waitForRoom = (): Promise<void> =>
    new Promise((resolve) => {
      channel.bufferedAmountLowThreshold = marks.thresholdBytes;
      const events = ['bufferedamountlow', 'close', 'closing', 'error'];
      let timer: TimerId | undefined;
      const recheck = (): void => {
        clock.clearTimeout(timer);
        if (channel.readyState === 'open' && channel.bufferedAmount > marks.lowBytes) {
          timer = clock.setTimeout(recheck, recheckMs);
          return;
        }
        for (const name of events) channel.removeEventListener(name, recheck);
        resolve();
      };
      timer = clock.setTimeout(recheck, recheckMs);
      for (const name of events) channel.addEventListener(name, recheck);
    });

  return {
    send(message) {
      if (channel.readyState !== 'open')
        throw new EngineFailure('channel-not-ready', { channelState: channel.readyState });
      // TypeScript does not resolve the overloads of send() for a union.
      if (typeof message === 'string') channel.send(message);
      else channel.send(message);
    },
    whenWritable: () => (channel.bufferedAmount <= marks.highBytes ? null : waitForRoom()),
    bufferedBytes: () => channel.bufferedAmount,
    onLow(callback) {
      channel.addEventListener('bufferedamountlow', callback);
    },
    setLowMark(bytes) {
      channel.bufferedAmountLowThreshold = bytes;
    },
  };
};
