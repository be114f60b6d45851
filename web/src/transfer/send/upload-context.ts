import type { ChannelWriter } from '../wire/flow-control.js';
import type { ControlMessage } from '../wire/control-messages.js';
import type { EngineEnv } from '../support/env.js';
import type { FileSource } from './file-source.js';
import type { Latch } from '../support/latch.js';

/** What a version's loop may use and must look at between any two messages. */
export interface UploadContext {
  source: FileSource;
  env: EngineEnv;
  writer: ChannelWriter;
  changed: Latch;
  isStopped: () => boolean;
  isPaused: () => boolean;
  send: (message: ControlMessage) => void;
}
