import { events } from '@tandem/proto/events';
import { UserDeleted, UserRegistered } from '@tandem/proto/tandem/events/v1/identity';
import { connectFirebase } from '../src/provider.js';
import { projectId } from './auth-emulator.js';
import { byIdToken, startReplicas, type Replicas } from './replicas.js';

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
