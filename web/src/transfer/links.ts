/**
 * The addresses of protected links. Apart from `link-keys.ts`, because the recipient's first page needs nothing else of
 * the engine.
 */
export {
  addLinkFragment,
  linkEnd,
  readLinkFragment,
  type LinkFragment,
} from './trust/link/link-fragment.js';
