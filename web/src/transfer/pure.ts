/**
 * The part that pages import statically. `index.ts` is the engine itself, a separate chunk loaded on demand: nothing
 * here may import it.
 */
export { describeDevice, type Device } from './support/device.js';
export { combineStats, emptyStats } from './progress/progress.js';
export { EngineFailure } from './support/failures.js';
export { receiverEvents, senderEvents, type SessionEvent } from './session-events.js';
export {
  addLinkFragment,
  linkEnd,
  readLinkFragment,
  type LinkFragment,
} from './trust/link/link-fragment.js';
export { importLinkKey, type LinkKey } from './trust/link/link-key.js';
export { createLinkSecret, type LinkSecret, type OwnShare } from './trust/link/link-secret.js';
export { openLinkSecretStore } from './trust/link/link-secret.store.js';
