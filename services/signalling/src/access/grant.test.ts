import { createHmac, randomBytes, sign as signBytes, verify, type KeyObject } from 'node:crypto';
import { jest } from '@jest/globals';
import {
  parseKeyring,
  publicKeysOf,
  signClaims,
  signingKeys,
  verificationKeys,
  verifyClaims,
} from '@tandem/kit';
import fc from 'fast-check';
import { createOpenGrant } from './grant.js';

const seed = () => randomBytes(32).toString('base64url');
const old = `old:${seed()}`;
const ring = `new:${seed()},${old}`;
const keys = signingKeys(parseKeyring(ring));
const otherKeys = signingKeys(parseKeyring(`new:${seed()}`));
/** The keys that signalling has. */
const publicKeys = verificationKeys(parseKeyring(publicKeysOf(ring)));
const open = createOpenGrant(publicKeys);
const now = new Date('2030-01-01T00:00:00Z');
const claims = { shareId: 's', role: 'receiver', viewerId: 'v' };

const sign = (
  body: Record<string, unknown> = claims,
  options: Partial<Parameters<typeof signClaims>[1]> = {},
) => signClaims(body, { keys, audience: 'grant', ttlSeconds: 600, now, ...options }).token;

/** A token with any header and claims, and a valid signature. */
const forge = (header: unknown, body: unknown) => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode(header)}.${encode(body)}`;
  return `${signed}.${signBytes(null, Buffer.from(signed), keys.primary.key).toString('base64url')}`;
};

describe('opening a grant', () => {
  it('returns the signed claims and the time of issue', () => {
    expect(open(sign(), now.getTime())).toEqual({
      ...claims,
      issuedAtMs: now.getTime(),
      shareExpiresAtMs: undefined,
      epoch: 0,
      sessionId: '',
    });
  });

  it('returns the epoch, and the session of a sender', () => {
    const sender = { ...claims, role: 'sender', epoch: 3, sessionId: 's1' };
    expect(open(sign(sender), now.getTime())).toMatchObject({ epoch: 3, sessionId: 's1' });
    const receiver = sign({ ...sender, role: 'receiver' });
    expect(open(receiver, now.getTime())).toMatchObject({ epoch: 3, sessionId: '' });
    for (const wrong of [{ epoch: '3' }, { sessionId: 1 }]) {
      expect(open(sign({ ...claims, ...wrong }), now.getTime())).toBeUndefined();
    }
  });

  it('returns the expiry of the share if the grant contains it', () => {
    const shareExpiresAtMs = now.getTime() + 86_400_000;
    expect(open(sign({ ...claims, shareExpiresAtMs }), now.getTime())).toMatchObject({
      shareExpiresAtMs,
    });
  });

  it('accepts every key of the ring, for rotation', () => {
    const token = sign(claims, { keys: signingKeys(parseKeyring(old)) });
    expect(open(token, now.getTime())).toMatchObject(claims);
  });

  const exp = now.getTime() / 1000 + 60;
  const good = { ...claims, aud: 'grant', exp };
  const eddsa = { alg: 'EdDSA', kid: 'new' };
  it('accepts the audience alone or among others', () => {
    expect(open(forge(eddsa, good), now.getTime())).toMatchObject(claims);
    expect(open(forge(eddsa, { ...good, aud: ['x', 'grant'] }), now.getTime())).toBeDefined();
  });

  it.each<[string, string]>([
    ['another algorithm', forge({ ...eddsa, alg: 'ES256' }, good)],
    ['no algorithm', forge({ ...eddsa, alg: 'none' }, good)],
    ['no key ID', forge({ alg: 'EdDSA' }, good)],
    ['an unknown key ID', forge({ ...eddsa, kid: 'x' }, good)],
    ['a critical extension', forge({ ...eddsa, crit: ['x'], x: 1 }, good)],
    ['another audience', forge(eddsa, { ...good, aud: 'session' })],
    ['no audience', forge(eddsa, { ...good, aud: undefined })],
    ['no expiry', forge(eddsa, { ...good, exp: undefined })],
    ['an expiry that is not a number', forge(eddsa, { ...good, exp: 'never' })],
    ['an expiry that is now', forge(eddsa, { ...good, exp: now.getTime() / 1000 })],
    ['a start in the future', forge(eddsa, { ...good, nbf: exp })],
    ['an unknown role', forge(eddsa, { ...good, role: 'admin' })],
    ['no viewer ID', forge(eddsa, { ...good, viewerId: undefined })],
    ['claims that are not an object', forge(eddsa, [good])],
    ['an empty token', ''],
    ['two parts', 'a.b'],
    ['a token that is too long', `${'a'.repeat(3_000)}.b.${'c'.repeat(86)}`],
  ])('rejects %s', (_case, token) => {
    expect(open(token, now.getTime())).toBeUndefined();
  });

  it('rejects a token signed with a key that signalling has', () => {
    const raw = parseKeyring(publicKeysOf(ring)).primary.key;
    const keysOfPod = signingKeys(parseKeyring(`new:${Buffer.from(raw).toString('base64url')}`));
    expect(open(sign(claims, { keys: keysOfPod }), now.getTime())).toBeUndefined();
    const signed = forge({ alg: 'HS256', kid: 'new' }, good).split('.').slice(0, 2).join('.');
    const byPublicKey = createHmac('sha256', raw).update(signed).digest('base64url');
    expect(open(`${signed}.${byPublicKey}`, now.getTime())).toBeUndefined();
  });

  it('rejects the signature of another ring', () => {
    expect(open(sign(claims, { keys: otherKeys }), now.getTime())).toBeUndefined();
  });

  it('accepts no modified token that the kit rejects', async () => {
    const token = sign();
    const change = fc.tuple(
      fc.nat(token.length - 1),
      fc.constantFrom(...Array.from('AZaz09-_.=+/ ')),
      fc.constantFrom(0, 500_000, 600_000, 700_000),
    );
    await fc.assert(
      fc.asyncProperty(change, async ([at, letter, laterMs]) => {
        const changed = token.slice(0, at) + letter + token.slice(at + 1);
        const when = new Date(now.getTime() + laterMs);
        const byKit = await verifyClaims(changed, {
          keys: publicKeys,
          audience: 'grant',
          now: when,
        }).then(
          () => true,
          () => false,
        );
        // It may be stricter: the kit's decoder skips characters outside the base64url alphabet.
        const isOpened = open(changed, when.getTime()) !== undefined;
        expect(isOpened && !byKit).toBe(false);
        if (changed === token) expect(isOpened).toBe(byKit);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('remembering signatures', () => {
  const start = (maxVerified?: number) => {
    const counted = jest.fn((signed: Buffer, key: KeyObject, signature: Buffer) =>
      verify(null, signed, key, signature),
    );
    const limit = maxVerified === undefined ? {} : { maxVerified };
    return {
      counted,
      open: createOpenGrant(publicKeys, { verify: counted, ...limit }),
    };
  };
  const at = now.getTime();

  it('verifies the signature of a repeated grant once', () => {
    const { counted, open: again } = start();
    const token = sign();
    expect(again(token, at)).toEqual(again(token, at));
    expect(counted).toHaveBeenCalledTimes(1);
  });

  it('checks the expiry of a repeated grant', () => {
    const { open: again } = start();
    const token = sign();
    expect(again(token, at)).toBeDefined();
    expect(again(token, at + 600_000)).toBeUndefined();
  });

  it('accepts neither other claims nor another signature under a remembered grant', () => {
    const { counted, open: again } = start();
    const token = sign();
    const [head, body, signature] = token.split('.');
    const [, otherBody, otherSignature] = sign({ ...claims, viewerId: 'w' }).split('.');
    expect(again(token, at)).toBeDefined();
    expect(again([head, otherBody, signature].join('.'), at)).toBeUndefined();
    expect(again([head, body, otherSignature].join('.'), at)).toBeUndefined();
    expect(counted).toHaveBeenCalledTimes(3);
  });

  it('verifies a rejected signature again each time', () => {
    const { counted, open: again } = start();
    const token = sign(claims, { keys: otherKeys });
    expect(again(token, at)).toBeUndefined();
    expect(again(token, at)).toBeUndefined();
    expect(counted).toHaveBeenCalledTimes(2);
  });

  it('drops the oldest signature at its limit', () => {
    const { counted, open: again } = start(2);
    const [a, b, c] = ['a', 'b', 'c'].map((viewerId) => sign({ ...claims, viewerId }));
    for (const token of [a, b, c]) again(token ?? '', at);
    again(c ?? '', at);
    expect(counted).toHaveBeenCalledTimes(3);
    again(a ?? '', at);
    expect(counted).toHaveBeenCalledTimes(4);
  });
});
