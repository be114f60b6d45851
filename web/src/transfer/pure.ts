/**
 * The part that pages import statically. `index.ts` is the engine itself, a separate chunk loaded on demand: nothing
 * here may import it.
 */
export { describeDevice, type Device } from './support/device.js';
export { combineStats, emptyStats } from './progress/progress.js';
export { EngineFailure } from './support/failures.js';
export { receiverEvents, senderEvents, type SessionEvent } from './session-events.js';
