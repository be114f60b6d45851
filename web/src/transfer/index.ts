export * from './api.js';
export { createSender } from './send/send-session.js';
export { createReceiver } from './receive/receive-session.js';
export { chooseSink, planSaving } from './sinks/choose-sink.js';
export { storedBytes } from './sinks/opfs/opfs.js';
export { createDeviceLimit } from './pacing/rate-limit.js';
export { identifyFile } from './send/source/file-source.js';
export { safeFilename } from './support/safe-filename.js';
export { browserEnv, type EngineEnv } from './support/env.js';
