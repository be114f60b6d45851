import { publicKeysOf, signingKeys, verificationKeys } from './ed25519.js';
import { parseKeyring } from './keyring.js';
import { signClaims, verifyClaims } from './signed-claims.js';

const seeds = (...kids: string[]) =>
  kids.map((kid) => `${kid}:${Buffer.alloc(32, kid).toString('base64url')}`).join(',');
const ring = (...kids: string[]) => signingKeys(parseKeyring(seeds(...kids)));
/** The public keys of a ring, as another process reads them. */
const publicRing = (...kids: string[]) =>
  verificationKeys(parseKeyring(publicKeysOf(seeds(...kids))));
const now = new Date('2026-01-01T00:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const sign = () =>
  signClaims({ shareId: 's' }, { keys: ring('a'), audience: 'grant', ttlSeconds: 600, now });

describe('signed claims', () => {
  it('are returned by verification; signing returns their expiry', async () => {
    const { token, expiresAt } = sign();
    expect(expiresAt).toEqual(later(600));
    const claims = await verifyClaims(token, { keys: publicRing('a'), audience: 'grant', now });
    expect(claims['shareId']).toBe('s');
  });

  it('are valid after a key rotation while the old key is in the keyring', async () => {
    const { token } = sign();
    await verifyClaims(token, { keys: publicRing('b', 'a'), audience: 'grant', now });
    await expect(
      verifyClaims(token, { keys: publicRing('b'), audience: 'grant', now }),
    ).rejects.toMatchObject({ reason: 'invalid-token' });
  });

  it('are rejected when expired, issued for another audience, altered, unsigned or oversized', async () => {
    const { token } = sign();
    const verify = (text: string, audience = 'grant', at = now) =>
      verifyClaims(text, { keys: publicRing('a'), audience, now: at });
    await expect(verify(token, 'grant', later(601))).rejects.toMatchObject({
      reason: 'expired-token',
    });
    await expect(verify(token, 'other')).rejects.toMatchObject({ reason: 'invalid-token' });
    const [head, , signature] = token.split('.');
    const forged = Buffer.from('{"shareId":"t","aud":"grant","exp":99999999999}').toString(
      'base64url',
    );
    await expect(verify(`${head}.${forged}.${signature}`)).rejects.toMatchObject({
      reason: 'invalid-token',
    });
    const none = Buffer.from('{"alg":"none","kid":"a"}').toString('base64url');
    await expect(verify(`${none}.${forged}.`)).rejects.toMatchObject({ reason: 'invalid-token' });
    await expect(verify('x'.repeat(5000))).rejects.toMatchObject({ reason: 'invalid-token' });
  });
});
