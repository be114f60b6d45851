import type { ChannelWriter } from './channel-writer.js';
import type { ControlMessage } from './control.js';
import type { EngineEnv } from './env.js';
import type { FileSource } from './file-source.js';
import type { Latch } from './latch.js';

/** What a profile's loop may use and must look at between any two messages. */
export interface OutgoingContext {
  source: FileSource;
  env: EngineEnv;
  writer: ChannelWriter;
  changed: Latch;
  isStopped: () => boolean;
  isPaused: () => boolean;
  send: (message: ControlMessage) => void;
}
