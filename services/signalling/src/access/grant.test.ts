import { createHmac, randomBytes } from 'node:crypto';
import { parseKeyring, signClaims, verifyClaims } from '@tandem/kit';
import fc from 'fast-check';
import { createOpenGrant } from './grant.js';

const key = randomBytes(32);
const keys = parseKeyring(
  `new:${key.toString('base64url')},old:${randomBytes(32).toString('base64url')}`,
);
const stranger = parseKeyring(`new:${randomBytes(32).toString('base64url')}`);
const open = createOpenGrant(keys);
const now = new Date('2030-01-01T00:00:00Z');
const claims = { shareId: 's', role: 'receiver', viewerId: 'v' };

const sign = async (
  body: Record<string, unknown> = claims,
  options: Partial<Parameters<typeof signClaims>[1]> = {},
) => (await signClaims(body, { keys, audience: 'grant', ttlSeconds: 600, now, ...options })).token;

/** A token of any shape with a good signature. */
const forge = (header: unknown, body: unknown) => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode(header)}.${encode(body)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
};

describe('opening a grant', () => {
  it('gives what was signed, and when', async () => {
    expect(open(await sign(), now.getTime())).toEqual({
      ...claims,
      issuedAtMs: now.getTime(),
      shareExpiresAtMs: undefined,
    });
  });

  it('tells when the share expires, where the grant does', async () => {
    const shareExpiresAtMs = now.getTime() + 86_400_000;
    expect(open(await sign({ ...claims, shareExpiresAtMs }), now.getTime())).toMatchObject({
      shareExpiresAtMs,
    });
  });

  it('works with every key of the ring, for rotation', async () => {
    const old = keys.find('old');
    if (!old) throw new Error('no such key');
    const token = await sign(claims, {
      keys: { primary: { kid: 'old', key: old }, find: () => undefined },
    });
    expect(open(token, now.getTime())).toMatchObject(claims);
  });

  const exp = now.getTime() / 1000 + 60;
  const good = { ...claims, aud: 'grant', exp };
  const hs256 = { alg: 'HS256', kid: 'new' };
  it('takes what a token may look like', () => {
    expect(open(forge(hs256, good), now.getTime())).toMatchObject(claims);
    expect(open(forge(hs256, { ...good, aud: ['x', 'grant'] }), now.getTime())).toBeDefined();
  });

  it.each<[string, string]>([
    ['another algorithm', forge({ ...hs256, alg: 'HS512' }, good)],
    ['no algorithm', forge({ ...hs256, alg: 'none' }, good)],
    ['no key id', forge({ alg: 'HS256' }, good)],
    ['an unknown key id', forge({ ...hs256, kid: 'x' }, good)],
    ['an extension we do not know', forge({ ...hs256, crit: ['x'], x: 1 }, good)],
    ['another purpose', forge(hs256, { ...good, aud: 'session' })],
    ['no purpose', forge(hs256, { ...good, aud: undefined })],
    ['no end', forge(hs256, { ...good, exp: undefined })],
    ['an end in words', forge(hs256, { ...good, exp: 'never' })],
    ['an end just now', forge(hs256, { ...good, exp: now.getTime() / 1000 })],
    ['a beginning to come', forge(hs256, { ...good, nbf: exp })],
    ['a role that is none', forge(hs256, { ...good, role: 'admin' })],
    ['no viewer', forge(hs256, { ...good, viewerId: undefined })],
    ['claims that are no object', forge(hs256, [good])],
    ['nothing', ''],
    ['two parts', 'a.b'],
    ['far too much', `${'a'.repeat(3_000)}.b.${'c'.repeat(43)}`],
  ])('refuses %s', (_what, token) => {
    expect(open(token, now.getTime())).toBeUndefined();
  });

  it('refuses what another ring has signed', async () => {
    expect(open(await sign(claims, { keys: stranger }), now.getTime())).toBeUndefined();
  });

  it('agrees with the kit, whatever is done to a token', async () => {
    const token = await sign();
    const change = fc.tuple(
      fc.nat(token.length - 1),
      fc.constantFrom(...Array.from('AZaz09-_.=+/ ')),
      fc.constantFrom(0, 500_000, 600_000, 700_000),
    );
    await fc.assert(
      fc.asyncProperty(change, async ([at, letter, laterMs]) => {
        const changed = token.slice(0, at) + letter + token.slice(at + 1);
        const when = new Date(now.getTime() + laterMs);
        const byKit = await verifyClaims(changed, { keys, audience: 'grant', now: when }).then(
          () => true,
          () => false,
        );
        // Stricter is fine (the kit's decoder forgives letters outside the alphabet), looser never.
        const isOpened = open(changed, when.getTime()) !== undefined;
        expect(isOpened && !byKit).toBe(false);
        if (changed === token) expect(isOpened).toBe(byKit);
      }),
      { numRuns: 1_000 },
    );
  });
});
