import { act, renderHook, waitFor } from '@testing-library/react';
import { createFakeLinkSecret } from '../../../test/fake-link-secret.js';
import type { LinkSecret } from '../../transfer/link-keys.js';
import { setSession } from '../account/session.js';
import { LinkNotRead } from './link-not-read.js';
import {
  asksHere,
  findLinkKey,
  findShareLink,
  recordShare,
  setLinkSecretOpener,
  useShareLink,
} from './share-link.js';
import { ShareOfAnotherAccount } from './share-of-another-account.js';

const shareId = 'AAAAAAAAAAAAAAAAAAAAAA';
const key = 'AAECAwQFBgcICQoLDA0ODw';

/** A store that fails as often as stated, as IndexedDB does while the disk is busy or full. */
const failing = (failures: number): LinkSecret => {
  let left = failures;
  return {
    createKey: () => Promise.resolve(key),
    findShare: () => Promise.resolve(null),
    isOfAnother: () => Promise.resolve(false),
    keepAsksFirst: () => Promise.resolve(),
    findKey() {
      left -= 1;
      return left < 0 ? Promise.resolve(key) : Promise.reject(new Error('indexedDB'));
    },
  };
};

describe('the link of a share', () => {
  const user = { uid: 'ada', email: null, displayName: null, photoURL: null };
  const imported = () => Promise.resolve({});
  const deriveBits = () => Promise.resolve(new ArrayBuffer(16));
  const subtle = { importKey: imported, deriveKey: imported, deriveBits };
  beforeAll(() => {
    // jsdom has no SubtleCrypto.
    Object.defineProperty(globalThis.crypto, 'subtle', { configurable: true, value: subtle });
  });
  beforeEach(() => setSession({ status: 'user', user }));
  afterEach(() => {
    setLinkSecretOpener(null);
    setSession({ status: 'visitor' });
  });

  it('is protected again once the store that failed can be read', async () => {
    const secret = failing(1);
    setLinkSecretOpener(() => secret);
    expect((await findShareLink(shareId)).isProtected).toBe(false);
    expect((await findShareLink(shareId)).isProtected).toBe(true);
  });

  it('has no key for a sender, instead of none, while the store fails', async () => {
    const secret = failing(1);
    setLinkSecretOpener(() => secret);
    await expect(findLinkKey(shareId)).rejects.toBeInstanceOf(LinkNotRead);
    expect(await findLinkKey(shareId)).not.toBeNull();
  });

  it('has no answer to “asks first” while the store fails', async () => {
    const findShare = () => Promise.reject(new Error('indexedDB'));
    setLinkSecretOpener(() => ({ ...failing(0), findShare }));
    await expect(asksHere(shareId)).rejects.toBeInstanceOf(LinkNotRead);
  });

  it.each(['user', 'visitor'] as const)(
    'is unknown to a %s where another account has recorded the share',
    async (status) => {
      if (status === 'visitor') setSession({ status });
      const { secret } = createFakeLinkSecret();
      setLinkSecretOpener(() => ({ ...secret, isOfAnother: () => Promise.resolve(true) }));
      await expect(findLinkKey(shareId)).rejects.toBeInstanceOf(ShareOfAnotherAccount);
      await expect(asksHere(shareId)).rejects.toBeInstanceOf(ShareOfAnotherAccount);
    },
  );

  it('is plain for the tab that could not record the share, and can be sent', async () => {
    const full = () => Promise.reject(new Error('indexedDB'));
    setLinkSecretOpener(() => ({ ...failing(9), createKey: full, findShare: full }));
    const own = { filename: 'a.pdf', fileBytes: 5, asksFirst: false };
    expect(await recordShare(shareId, own)).toBe(true);
    expect((await findShareLink(shareId)).isProtected).toBe(false);
    expect(await findLinkKey(shareId)).toBeNull();
    expect(await asksHere(shareId)).toBe(false);
  });

  it('is plain where the browser has no storage', async () => {
    expect((await findShareLink(shareId)).isProtected).toBe(false);
    expect(await findLinkKey(shareId)).toBeNull();
    expect(await asksHere(shareId)).toBe(false);
  });

  it('is protected for a tab that listed the share before another one recorded it', async () => {
    let stored: string | null = null;
    setLinkSecretOpener(() => ({ ...failing(0), findKey: () => Promise.resolve(stored) }));
    const { result } = renderHook(() => useShareLink(shareId));
    await waitFor(() => expect(result.current?.isProtected).toBe(false));
    stored = key;
    expect(await findLinkKey(shareId)).not.toBeNull();
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(result.current?.isProtected).toBe(true));
    expect((await findShareLink(shareId)).isProtected).toBe(true);
  });
});
