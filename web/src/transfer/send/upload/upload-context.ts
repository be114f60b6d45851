import type { SenderLanes } from '../../lanes/sender-lanes.js';
import type { Pacer } from '../../pacing/pacer.js';
import type { WaitMeter } from '../../progress/wait-meter.js';
import type { EngineEnv } from '../../support/env.js';
import type { Latch } from '../../support/latch.js';
import type { LinkKey } from '../../trust/link/link-key.js';
import type { ControlMessage } from '../../wire/control-messages.js';
import type { ChannelWriter } from '../../wire/flow-control.js';
import type { FileSource } from '../source/file-source.js';
import type { UploadLimits } from './upload-limits.js';

/** What the upload loop of either protocol version works with. */
export interface UploadContext {
  source: FileSource;
  env: EngineEnv;
  writer: ChannelWriter;
  /** Binds what is announced to the link; null for a receiver that has not proven to have it. */
  linkKey: LinkKey | null;
  /** Notified when credit or the pause state changes, and when `signal` aborts. */
  changed: Latch;
  /** Null unless the receiver takes pieces: chunks are sent as fast as the channel takes them. */
  pacer: Pacer | null;
  /** Null unless the transfer is paced and its receiver takes lanes. */
  lanes: SenderLanes | null;
  limits: UploadLimits;
  /** What the loop waits for. */
  waits: WaitMeter;
  /** Aborted when the upload ends or the other protocol version takes over. */
  signal: AbortSignal;
  isPaused: () => boolean;
  send: (message: ControlMessage) => void;
}

/** Resolves when the upload is not paused, or aborted. */
const waitWhilePaused = async ({
  changed,
  signal,
  waits,
  isPaused,
}: UploadContext): Promise<void> => {
  if (!isPaused()) return;
  waits.enter('paused');
  while (isPaused() && !signal.aborted) await changed.next();
  waits.enter('working');
};

/** Resolves when the limits admit a message and the upload is not paused, or when it is aborted. */
export const waitForLimits = async (context: UploadContext): Promise<void> => {
  const { changed, signal, limits, waits } = context;
  for (;;) {
    await waitWhilePaused(context);
    const limited = limits.limitedBy();
    if (limited === null || signal.aborted) return;
    waits.enter(limited);
    await changed.next();
    waits.enter('working');
  }
};
