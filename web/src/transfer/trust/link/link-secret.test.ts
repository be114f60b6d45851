import { addLinkFragment, readLinkFragment } from './link-fragment.js';
import { createLinkSecret, type LinkSecretStore, type OwnShare } from './link-secret.js';

const own: OwnShare = { filename: 'a.pdf', fileBytes: 5, asksFirst: false };

/** Behaves like the store in IndexedDB, for one account. */
const createMemoryStore = () => {
  let kept: CryptoKey | null = null;
  const shares = new Map<string, OwnShare>();
  const store: LinkSecretStore = {
    secret: (candidate) => Promise.resolve((kept ??= candidate)),
    addShare: (shareId, own) => {
      const isNew = !shares.has(shareId);
      if (isNew) shares.set(shareId, own);
      return Promise.resolve(isNew);
    },
    findShare: (shareId) => Promise.resolve(shares.get(shareId) ?? null),
    isOfAnother: () => Promise.resolve(false),
    keepAsksFirst: (shareId, asksFirst) => {
      const own = shares.get(shareId);
      if (own !== undefined) shares.set(shareId, { ...own, asksFirst });
      return Promise.resolve();
    },
  };
  return { store, secret: () => kept };
};

describe('the secret of an account', () => {
  it('derives the same key for a share every time', async () => {
    const { store } = createMemoryStore();
    const key = await createLinkSecret(store).createKey('share-1', own);
    expect(key).toMatch(/^[\w-]{22}$/);
    expect(await createLinkSecret(store).findKey('share-1')).toBe(key);
  });

  it('derives different keys for different shares and accounts', async () => {
    const one = createLinkSecret(createMemoryStore().store);
    const other = createLinkSecret(createMemoryStore().store);
    const keys = [
      await one.createKey('share-1', own),
      await one.createKey('share-2', own),
      await other.createKey('share-1', own),
    ];
    expect(new Set(keys).size).toBe(3);
  });

  it('has no key for a share that was created elsewhere', async () => {
    expect(await createLinkSecret(createMemoryStore().store).findKey('share-1')).toBeNull();
  });

  it('derives no second key when a server assigns one ID to two shares', async () => {
    const secret = createLinkSecret(createMemoryStore().store);
    await secret.createKey('share-1', own);
    expect(await secret.createKey('share-1', own)).toBeNull();
  });

  it.each(['', 'a b', 'a\u0000', 'ä', 'x'.repeat(65)])('has no key for the ID %j', async (id) => {
    expect(await createLinkSecret(createMemoryStore().store).createKey(id, own)).toBeNull();
  });

  it('cannot be exported', async () => {
    const { store, secret } = createMemoryStore();
    await createLinkSecret(store).createKey('share-1', own);
    expect(secret()?.extractable).toBe(false);
  });
});

describe('the fragment of a link', () => {
  it('carries the key', () => {
    const url = new URL(addLinkFragment('https://x.test/share/a', 'AAECAwQFBgcICQoLDA0ODw'));
    expect(readLinkFragment(url.hash)).toEqual({ kind: 'key', key: 'AAECAwQFBgcICQoLDA0ODw' });
  });

  it('is absent from a plain link', () => {
    expect(addLinkFragment('https://x.test/share/a', null)).toBe('https://x.test/share/a');
    expect(readLinkFragment('')).toEqual({ kind: 'none' });
    expect(readLinkFragment('#')).toEqual({ kind: 'none' });
  });

  it.each([
    ['too short', '#AAECAwQFBgcICQoLDA0OD'],
    ['too long', '#AAECAwQFBgcICQoLDA0ODwA'],
    ['with a changed last character', '#AAECAwQFBgcICQoLDA0ODx'],
    ['with a full stop', '#AAECAwQFBgcICQoLDA0ODw.'],
    ['it is an anchor', '#top'],
  ])('is damaged when %s', (_name, hash) => {
    expect(readLinkFragment(hash)).toEqual({ kind: 'damaged' });
  });
});
