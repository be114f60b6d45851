import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { onBehalfOf } from '@tandem/kit/grpc';
import { IdentityServiceDefinition } from '@tandem/proto/tandem/identity/v1/identity';
import { connectFirebase } from '../src/provider.js';
import { projectId } from './auth-emulator.js';
import { byCookie, byIdToken, noBrowser, startReplicas, type Replicas } from './replicas.js';

let replicas: Replicas;
let here: Replicas['here'];
let elsewhere: Replicas['elsewhere'];
let emulator: Replicas['emulator'];

beforeAll(async () => {
  replicas = await startReplicas();
  ({ here, elsewhere, emulator } = replicas);
});
afterAll(() => replicas.stop());

describe('sessions', () => {
  it('exchanges a fresh ID token for a cookie of five days', async () => {
    const { uid, idToken } = await emulator.signUp();
    const session = await here.client.createSession({ ...noBrowser, idToken });
    const days = ((session.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(5, 2);
    expect(session.user?.uid).toBe(uid);
    expect(await elsewhere.client.authenticate(byCookie(session.cookie))).toMatchObject({
      user: { uid },
    });
  });

  it('refuses an ID token older than five minutes for a session but accepts it for a call [7.44, 9.34]', async () => {
    const { uid, idToken } = await emulator.signUp();
    await here.client.authenticate(byIdToken(idToken));
    const open = () => here.client.createSession({ ...noBrowser, idToken });
    await replicas.later(290_000, open);
    await replicas.later(310_000, async () => {
      await expect(open()).rejects.toMatchObject({
        code: 'unauthenticated',
        reason: 'stale-token',
      });
      expect(await here.client.authenticate(byIdToken(idToken))).toMatchObject({ user: { uid } });
    });
  });

  it.each([
    ['nothing', undefined],
    ['an empty token', byIdToken('').credential],
    ['junk', byIdToken('junk').credential],
    ['a cookie as ID token', byIdToken('a.b.c').credential],
    ['an over-long token', byIdToken('x'.repeat(10_000)).credential],
    ['junk as cookie', byCookie('e30.e30.').credential],
    // The header names a JWT; the payload is `|{}`.
    ['a damaged token', byIdToken('eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.fHt9.').credential],
  ])('refuses %s', async (_what, credential) => {
    await expect(here.client.authenticate({ credential })).rejects.toMatchObject({
      code: 'unauthenticated',
      reason: 'invalid-token',
    });
  });

  it('refuses a disabled account', async () => {
    const { uid, idToken } = await emulator.signUp();
    await emulator.update(uid, { disableUser: true });
    await expect(here.client.authenticate(byIdToken(idToken))).rejects.toMatchObject({
      reason: 'account-disabled',
    });
  });

  it('revoked sessions end immediately on this process and within ten seconds on others', async () => {
    const { uid, idToken } = await emulator.signUp();
    const { cookie } = await here.client.createSession({ ...noBrowser, idToken });
    await elsewhere.client.authenticate(byCookie(cookie));
    await here.as(uid).revokeSessions({});
    for (const credential of [byCookie(cookie), byIdToken(idToken)]) {
      await expect(here.client.authenticate(credential)).rejects.toMatchObject({
        code: 'unauthenticated',
        reason: 'revoked-session',
      });
    }
    await expect(here.client.createSession({ ...noBrowser, idToken })).rejects.toMatchObject({
      reason: 'revoked-session',
    });
    const atOther = () => elsewhere.client.authenticate(byCookie(cookie));
    await replicas.later(10_001, async () => {
      await expect(atOther()).rejects.toMatchObject({ reason: 'revoked-session' });
    });
  });
});

describe('an assertion', () => {
  const claimsOf = (assertion: string) =>
    JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >;

  it('is for the caller, the services that it calls for users, and a minute', async () => {
    const { uid, idToken } = await emulator.signUp();
    const { assertion } = await here.client.authenticate(byIdToken(idToken));
    const claims = claimsOf(assertion);
    expect(claims).toMatchObject({
      sub: uid,
      azp: 'gateway',
      admin: false,
      aud: ['identity', 'shares', 'billing', 'audit', 'analytics', 'turn-credentials'],
    });
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(60);
    const atPod = await here.signalling.authenticate(byIdToken(idToken));
    expect(claimsOf(atPod.assertion)).toMatchObject({
      sub: uid,
      azp: 'signalling',
      aud: ['shares'],
      sid: claims['sid'],
    });
  });

  it('is the same for all requests of some seconds, and a new one afterwards', async () => {
    const { idToken } = await emulator.signUp();
    const get = async () => (await here.client.authenticate(byIdToken(idToken))).assertion;
    const first = await get();
    expect(await get()).toBe(first);
    await replicas.later(10_001, async () => {
      expect(await get()).not.toBe(first);
    });
  });

  it('proves its user to the service itself', async () => {
    const { uid, idToken } = await emulator.signUp();
    const { assertion } = await here.client.authenticate(byIdToken(idToken));
    const options = onBehalfOf({ assertion });
    await expect(here.client.deleteUser({ uid: 'victim' }, options)).rejects.toMatchObject({
      reason: 'foreign-user',
    });
    await expect(here.client.listUsers({ limit: 1 }, options)).rejects.toThrow('PERMISSION_DENIED');
    expect(await here.client.deleteUser({ uid }, options)).toEqual({});
  });
});

describe('admins', () => {
  it('gain and lose admin rights with the tokens they already hold', async () => {
    const { uid, idToken } = await emulator.signUp();
    await here.client.authenticate(byIdToken(idToken));
    const provider = connectFirebase({ projectId, hasCredentials: false });
    const isAdminAfter = (ms: number) =>
      replicas.later(ms, async () => {
        const { user } = await here.client.authenticate(byIdToken(idToken));
        return user?.isAdmin;
      });
    await provider.setAdmin(uid, true);
    expect(await isAdminAfter(10_001)).toBe(true);
    await provider.setAdmin(uid, false);
    expect(await isAdminAfter(20_002)).toBe(false);
  });

  it('are not appointed over the network', () => {
    expect(Object.keys(IdentityServiceDefinition.methods)).not.toContain('setAdmin');
  });

  it('are recognised by the custom claim alone [6.20]', async () => {
    const { uid, idToken } = await emulator.signUp();
    await emulator.update(uid, { customAttributes: JSON.stringify({ admin: true }) });
    expect(await here.client.authenticate(byIdToken(idToken))).toMatchObject({
      user: { isAdmin: true },
    });
  });

  it.each([{}, { admin: 'true' }, { admin: false }])(
    'are not recognised by the claims %j [6.20]',
    async (claims) => {
      const { uid, idToken } = await emulator.signUp();
      await emulator.update(uid, { customAttributes: JSON.stringify(claims) });
      expect(await here.client.authenticate(byIdToken(idToken))).toMatchObject({
        user: { isAdmin: false },
      });
    },
  );
});

describe('the offline script for the first admin', () => {
  const script = new URL('../dist/commands/set-admin.js', import.meta.url).pathname;
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [script, ...args], {
      env: {
        FIREBASE_PROJECT_ID: projectId,
        FIREBASE_AUTH_EMULATOR_HOST: process.env['FIREBASE_AUTH_EMULATOR_HOST'],
      },
    });

  it('sets and removes the claim by e-mail address', async () => {
    const { uid, idToken, email } = await emulator.signUp();
    await emulator.update(uid, { emailVerified: true });
    expect((await run(email)).stdout).toBe(`${uid} is now an admin.\n`);
    expect(await here.client.authenticate(byIdToken(idToken))).toMatchObject({
      user: { isAdmin: true },
    });
    expect((await run(email, '--remove')).stdout).toBe(`${uid} is no longer an admin.\n`);
    expect(await elsewhere.client.authenticate(byIdToken(idToken))).toMatchObject({
      user: { isAdmin: false },
    });
  });

  it('reports invalid arguments', async () => {
    await expect(run('unknown@example.test')).rejects.toMatchObject({ code: 1 });
    await expect(run()).rejects.toMatchObject({ code: 64 });
  });
});

describe('the environment', () => {
  const main = new URL('../dist/bundle/main.js', import.meta.url).pathname;
  it('refuses the emulator in production with exit code 78', async () => {
    const run = promisify(execFile)(process.execPath, [main], {
      env: {
        NODE_ENV: 'production',
        MONGO_URL: replicas.mongo.url,
        NATS_URL: 'nats://127.0.0.1:4222',
        ASSERTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64url')}`,
        FIREBASE_PROJECT_ID: projectId,
        FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
      },
    });
    await expect(run).rejects.toMatchObject({
      code: 78,
      stderr: expect.stringContaining('not allowed in production') as string,
    });
  });
});
