/** The keys of links, which pages import statically. Apart from `pure.ts`, which has more of the engine. */
export { importLinkKey, type LinkKey } from './trust/link/link-key.js';
export { createLinkSecret, type LinkSecret, type OwnShare } from './trust/link/link-secret.js';
export { openLinkSecretStore } from './trust/link/link-secret.store.js';
