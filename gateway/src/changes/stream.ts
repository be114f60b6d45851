import { beatEvent, changeEvent, type ChangeKind } from '@tandem/proto/browser/changes';
import type { Response } from 'express';

/** One open response with server-sent events. */
export interface ChangeStream {
  change(kind: ChangeKind): void;
  /** Ends a stream whose reader has not taken the last messages. */
  beat(): void;
  end(): void;
}

export type EndReason = 'client' | 'server' | 'slow';

/** A message has 30 bytes, so a client with this many unread bytes has not read for minutes. */
const maxUnreadBytes = 16 * 1024;
/**
 * Browsers reconnect after a random time in this range, so that the clients of a stopping process do not all reconnect
 * at the same moment.
 */
const retryMs = { min: 1_000, max: 5_000 };

const message = (event: string, data: string) => `event: ${event}\ndata: ${data}\n\n`;

/** Starts the response. `onEnd` is called once, when it has ended for any reason. */
export const openStream = (
  response: Response,
  onEnd: (reason: EndReason) => void,
  random: () => number = Math.random,
): ChangeStream => {
  let reason: EndReason = 'client';
  const write = (text: string) => {
    if (response.destroyed || response.writableEnded) return;
    response.write(text);
    if (response.writableLength <= maxUnreadBytes) return;
    reason = 'slow';
    response.destroy();
  };
  response.once('close', () => onEnd(reason));
  response.status(200).set({
    'Content-Type': 'text/event-stream',
    // nginx would otherwise hold messages back until its buffer is full.
    'X-Accel-Buffering': 'no',
  });
  const retry = retryMs.min + Math.round(random() * (retryMs.max - retryMs.min));
  write(`retry: ${retry}\n\n${message(beatEvent, 'open')}`);
  return {
    change: (kind) => write(message(changeEvent, kind)),
    beat: () => {
      if (response.writableNeedDrain) {
        reason = 'slow';
        response.destroy();
      } else write(message(beatEvent, 'alive'));
    },
    end: () => {
      reason = 'server';
      response.end();
    },
  };
};
