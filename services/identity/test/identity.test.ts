import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { onBehalfOf } from '@tandem/kit/grpc';
import { events } from '@tandem/proto/events';
import { UserDeleted, UserRegistered } from '@tandem/proto/tandem/events/v1/identity';
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

const publishedFor = async <Payload extends { uid: string }>(
  definition: { subject: string; codec: { decode(data: Uint8Array): Payload } },
  uid: string,
): Promise<Payload[]> => {
  await replicas.outbox.drained();
  return replicas.bus.published
    .filter(({ subject }) => subject === definition.subject)
    .map(({ data }) => definition.codec.decode(data))
    .filter((payload) => payload.uid === uid);
};

describe('a new user', () => {
  it('is stored with first and last name; user.registered and user.seen are published once under concurrency', async () => {
    const { uid, idToken, email } = await emulator.signUp();
    const replicas = [here, elsewhere, here, elsewhere, here, elsewhere];
    const answers = await Promise.all(
      replicas.map(({ client }) => client.authenticate(byIdToken(idToken))),
    );
    const users = answers.flatMap(({ user }) => user ?? []);
    expect(users).toHaveLength(replicas.length);
    for (const user of users) {
      expect(user).toMatchObject({
        uid,
        email,
        displayName: 'Ada King Lovelace',
        firstName: 'Ada',
        lastName: 'King Lovelace',
        isAdmin: false,
      });
      expect(user.createdAt).toEqual(users[0]?.createdAt);
    }
    const registered = await publishedFor(events.userRegistered, uid);
    expect(registered).toEqual([
      UserRegistered.fromPartial({
        uid,
        email,
        name: 'Ada King Lovelace',
        createdAt: users[0]?.createdAt ?? new Date(0),
      }),
    ]);
    expect(await publishedFor(events.userSeen, uid)).toHaveLength(1);
  });

  it('is seen once per hour, and a changed profile is updated', async () => {
    const { uid, idToken, email } = await emulator.signUp('Grace Hopper');
    await here.client.authenticate(byIdToken(idToken));
    await emulator.update(uid, { displayName: 'Rear Admiral Hopper' });
    await replicas.later(3_500_000, async () => {
      const later = await emulator.signIn(email);
      await Promise.all(
        [here, elsewhere, here].map(({ client }) => client.authenticate(byIdToken(later))),
      );
      expect((await publishedFor(events.userSeen, uid)).length).toBeLessThanOrEqual(2);
      const user = await elsewhere.admin.getUser({ uid });
      expect(user).toMatchObject({ firstName: 'Rear', lastName: 'Admiral Hopper' });
    });
  });
});

it('keeps a name without characters that disguise it', async () => {
  const { idToken } = await emulator.signUp(' Ada \u202eecalevoL\nbank\u0007 ');
  const { user } = await here.client.authenticate(byIdToken(idToken));
  expect(user).toMatchObject({
    displayName: 'Ada  ecalevoL bank',
    firstName: 'Ada',
    lastName: 'ecalevoL bank',
  });
});

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
      ...{ sub: uid, azp: 'gateway', admin: false },
      aud: ['identity', 'shares', 'billing', 'audit', 'analytics', 'turn-credentials'],
    });
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(60);
    const atPod = await here.signalling.authenticate(byIdToken(idToken));
    expect(claimsOf(atPod.assertion)).toMatchObject({
      ...{ sub: uid, azp: 'signalling', aud: ['shares'] },
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

describe('lists', () => {
  it('returns many users in one call and omits unknown ids', async () => {
    const [a, b] = await Promise.all([emulator.signUp('A'), emulator.signUp('B')]);
    await Promise.all([a, b].map(({ idToken }) => here.client.authenticate(byIdToken(idToken))));
    const { users } = await here.admin.batchGetUsers({ uids: [a.uid, 'unknown', b.uid] });
    expect(users.map(({ uid }) => uid).sort()).toEqual([a.uid, b.uid].sort());
  });

  it('pages through users, newest first [3.27, 3.28, 3.29, 3.30, 3.31, 3.32]', async () => {
    const first = await emulator.signUp('First');
    await here.client.authenticate(byIdToken(first.idToken));
    const second = await emulator.signUp('Second User');
    await connectFirebase({ projectId, hasCredentials: false }).setAdmin(second.uid, true);
    await here.client.authenticate(byIdToken(second.idToken));
    const { users } = await here.admin.listUsers({ limit: 1 });
    expect(users).toMatchObject([
      {
        uid: second.uid,
        email: second.email,
        firstName: 'Second',
        lastName: 'User',
        isAdmin: true,
      },
    ]);
    expect(users[0]?.createdAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    const older = await here.admin.listUsers({ limit: 1, page: 2 });
    expect(older.users.map(({ uid }) => uid)).toEqual([first.uid]);
  });

  it('finds users by the beginnings of their names and addresses, sorts and pages', async () => {
    const mark = `zq${Date.now().toString(36)}`;
    const people: string[] = [];
    for (const name of [`Ada ${mark}`, `Émile ${mark}`, `Bob ${mark}`]) {
      const { uid, idToken } = await emulator.signUp(name);
      await here.client.authenticate(byIdToken(idToken));
      people.push(uid);
    }
    const list = async (request: object) => {
      const { users, total } = await here.admin.listUsers({ limit: 50, ...request });
      return { names: users.map(({ firstName }) => firstName), total };
    };
    expect(await list({ search: mark, sort: 'name', isAscending: true })).toEqual({
      names: ['Ada', 'Bob', 'Émile'],
      total: 3,
    });
    expect(await list({ search: ` BO  ${mark.slice(0, 5)}` })).toMatchObject({ names: ['Bob'] });
    expect(await list({ search: `${mark} .*` })).toMatchObject({ total: 3 });
    expect(await list({ search: `x${mark}` })).toEqual({ names: [], total: 0 });
    for (const search of ['???', '*', ' - ']) {
      expect(await list({ search })).toEqual({ names: [], total: 0 });
    }
    const page = await here.admin.listUsers({ limit: 2, page: 2, search: mark });
    expect([page.users.map(({ firstName }) => firstName), page.total]).toEqual([['Ada'], 3]);

    // Deleted users are neither listed nor counted.
    const [gone = ''] = people;
    await here.as(gone).deleteUser({ uid: gone });
    expect(await list({ search: mark })).toEqual({ names: ['Bob', 'Émile'], total: 2 });
  });

  it('finds users by their address as it is pasted from a mail, and by its domain', async () => {
    const { email, idToken } = await emulator.signUp('Pasted Address');
    await here.client.authenticate(byIdToken(idToken));
    const found = async (search: string) => {
      const { users } = await here.admin.listUsers({ limit: 50, search });
      return users.map((user) => user.email);
    };
    const [, domain = ''] = email.split('@');
    for (const search of [
      email.toUpperCase(),
      email.slice(0, -3),
      `<${email}>`,
      `Pasted Address <${email}>,`,
      `mailto:${email}`,
      `${email}.`,
    ]) {
      expect(await found(search)).toEqual([email]);
    }
    expect(await found(`Pasted @${domain}`)).toEqual([email]);
    expect(await found(`x${email}`)).toEqual([]);
  });

  it('finds users registered before there were search keys after the next sweep', async () => {
    const { uid, idToken } = await emulator.signUp('Early Adopter');
    await here.client.authenticate(byIdToken(idToken));
    await replicas.connection
      .collection('users')
      .updateOne({ _id: uid as never }, { $unset: { search: 1 } });
    const found = async () => (await here.admin.listUsers({ limit: 9, search: 'adopter' })).total;
    expect(await found()).toBe(0);
    await here.accounts.sweep();
    expect(await found()).toBe(1);
  });

  it('refuses an unbounded page', async () => {
    const unbounded = here.admin.listUsers({ limit: 0 });
    await expect(unbounded).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

describe('deleting an account', () => {
  it('publishes user.deleted, removes the user here and at Firebase, and is not undone by a late token', async () => {
    const { uid, idToken, email } = await emulator.signUp('Gone Soon');
    await here.client.authenticate(byIdToken(idToken));
    await here.as(uid).deleteUser({ uid });
    await here.as(uid).deleteUser({ uid });
    expect(await publishedFor(events.userDeleted, uid)).toEqual([UserDeleted.fromPartial({ uid })]);
    await expect(here.client.authenticate(byIdToken(idToken))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect(emulator.signIn(email)).rejects.toThrow('EMAIL_NOT_FOUND');
    await expect(here.admin.getUser({ uid })).rejects.toMatchObject({ reason: 'user-not-found' });
    const row = await replicas.connection.collection('users').findOne({ _id: uid as never });
    expect(Object.keys(row ?? {}).sort()).toEqual(['_id', 'deletedAt', 'isErased']);
  });

  it('is finished by the sweep, also when another account before it cannot be deleted', async () => {
    const { provider } = here;
    const deleteAccount = provider.deleteAccount.bind(provider);
    const accounts = await Promise.all([emulator.signUp('One'), emulator.signUp('Two')]);
    const uids = accounts.map(({ uid }) => uid).sort();
    const isErased = () =>
      Promise.all(
        uids.map(async (uid) => {
          const row = await replicas.connection.collection('users').findOne({ _id: uid as never });
          return row?.['isErased'] === true;
        }),
      );
    provider.deleteAccount = () => Promise.reject(new Error('the provider is out'));
    try {
      for (const { uid, idToken } of accounts) {
        await here.client.authenticate(byIdToken(idToken));
        await here.as(uid).deleteUser({ uid });
      }
      provider.deleteAccount = (uid) =>
        uid === uids[0] ? Promise.reject(new Error('refused')) : deleteAccount(uid);
      await here.accounts.sweep();
      expect(await isErased()).toEqual([false, true]);
    } finally {
      provider.deleteAccount = deleteAccount;
    }
    await here.accounts.sweep();
    expect(await isErased()).toEqual([true, true]);
  });

  it('removes the tombstone after a day, not before', async () => {
    const { uid, idToken } = await emulator.signUp();
    await here.client.authenticate(byIdToken(idToken));
    await here.as(uid).deleteUser({ uid });
    await replicas.outbox.drained();
    const count = () =>
      replicas.connection.collection('users').countDocuments({ _id: uid as never });
    await here.accounts.sweep();
    expect(await count()).toBe(1);
    await replicas.later(25 * 3_600_000, async () => {
      await here.accounts.sweep();
      expect(await count()).toBe(0);
    });
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
