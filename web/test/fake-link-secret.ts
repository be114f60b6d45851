import type { LinkSecret, OwnShare } from '../src/transfer/link-keys.js';

/** The link secret of a device that has recorded these shares; tests can inspect them. */
export const createFakeLinkSecret = (recorded: Record<string, Partial<OwnShare>> = {}) => {
  const shares = new Map(Object.entries(recorded));
  const secret: LinkSecret = {
    createKey: (shareId, own) => {
      shares.set(shareId, own);
      // No key: jsdom cannot import one.
      return Promise.resolve('');
    },
    findKey: () => Promise.resolve(null),
    findShare: (shareId) => Promise.resolve(shares.get(shareId) ?? null),
    isOfAnother: () => Promise.resolve(false),
    keepAsksFirst: (shareId, asksFirst) => {
      shares.set(shareId, { ...shares.get(shareId), asksFirst });
      return Promise.resolve();
    },
  };
  return { secret, shares };
};
