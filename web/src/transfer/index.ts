export * from './api.js';
export { createSender } from './sender.js';
export { createReceiver } from './receiver.js';
export { chooseSink } from './choose-sink.js';
export { identifyFile } from './file-source.js';
export { sanitiseFilename } from './filename.js';
export { browserEnv, type EngineEnv } from './env.js';
