import type { LinkSecret } from '../../transfer/pure.js';
import { setSession } from '../account/session.js';
import { findShareLink, setLinkSecretOpener } from './share-link.js';

const shareId = 'AAAAAAAAAAAAAAAAAAAAAA';
const key = 'AAECAwQFBgcICQoLDA0ODw';

/** A store that fails as often as stated, as IndexedDB does while the disk is busy or full. */
const failing = (failures: number): LinkSecret => {
  let left = failures;
  return {
    createKey: () => Promise.resolve(key),
    findShare: () => Promise.resolve(null),
    keepAsksFirst: () => Promise.resolve(),
    findKey() {
      left -= 1;
      return left < 0 ? Promise.resolve(key) : Promise.reject(new Error('indexedDB'));
    },
  };
};

describe('the link of a share', () => {
  afterEach(() => {
    setLinkSecretOpener(null);
    setSession({ status: 'visitor' });
  });

  it('is protected again once the store that failed can be read', async () => {
    const user = { uid: 'ada', email: null, displayName: null, photoURL: null };
    setSession({ status: 'user', user });
    const secret = failing(1);
    setLinkSecretOpener(() => secret);
    expect((await findShareLink(shareId)).isProtected).toBe(false);
    expect((await findShareLink(shareId)).isProtected).toBe(true);
  });
});
