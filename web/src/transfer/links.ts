/**
 * The keys of links, which pages import statically. Apart from `pure.ts`, because the recipient's first page needs
 * nothing else of the engine.
 */
export {
  addLinkFragment,
  linkEnd,
  readLinkFragment,
  type LinkFragment,
} from './trust/link/link-fragment.js';
export { importLinkKey, type LinkKey } from './trust/link/link-key.js';
export { createLinkSecret, type LinkSecret, type OwnShare } from './trust/link/link-secret.js';
export { openLinkSecretStore } from './trust/link/link-secret.store.js';
