import { addLinkFragment, readLinkFragment } from './link-fragment.js';
import { createLinkSecret, type LinkSecretStore } from './link-secret.js';

/** Behaves like the store in IndexedDB, for one account. */
const createMemoryStore = () => {
  let kept: CryptoKey | null = null;
  const shares = new Set<string>();
  const store: LinkSecretStore = {
    secret: (candidate) => Promise.resolve((kept ??= candidate)),
    addShare: (shareId) => {
      const isNew = !shares.has(shareId);
      shares.add(shareId);
      return Promise.resolve(isNew);
    },
    hasShare: (shareId) => Promise.resolve(shares.has(shareId)),
  };
  return { store, secret: () => kept };
};

describe('the secret of an account', () => {
  it('derives the same key for a share every time', async () => {
    const { store } = createMemoryStore();
    const key = await createLinkSecret(store).createKey('share-1');
    expect(key).toMatch(/^[\w-]{22}$/);
    expect(await createLinkSecret(store).findKey('share-1')).toBe(key);
  });

  it('derives different keys for different shares and accounts', async () => {
    const one = createLinkSecret(createMemoryStore().store);
    const other = createLinkSecret(createMemoryStore().store);
    const keys = [
      await one.createKey('share-1'),
      await one.createKey('share-2'),
      await other.createKey('share-1'),
    ];
    expect(new Set(keys).size).toBe(3);
  });

  it('has no key for a share that was created elsewhere', async () => {
    expect(await createLinkSecret(createMemoryStore().store).findKey('share-1')).toBeNull();
  });

  it('derives no second key when a server assigns one ID to two shares', async () => {
    const secret = createLinkSecret(createMemoryStore().store);
    await secret.createKey('share-1');
    expect(await secret.createKey('share-1')).toBeNull();
  });

  it.each(['', 'a b', 'a\u0000', 'ä', 'x'.repeat(65)])('has no key for the ID %j', async (id) => {
    expect(await createLinkSecret(createMemoryStore().store).createKey(id)).toBeNull();
  });

  it('cannot be exported', async () => {
    const { store, secret } = createMemoryStore();
    await createLinkSecret(store).createKey('share-1');
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
