import { events } from '@tandem/proto/events';
import { byIdToken, startReplicas } from './replicas.js';
import { runCommand } from './run-command.js';

type World = Awaited<ReturnType<typeof startReplicas>>;
let world: World;
beforeAll(async () => {
  world = await startReplicas();
});
afterAll(() => world.stop());

const afterRestore = (...args: string[]) =>
  runCommand('after-restore', args, { MONGO_URL: world.mongo.url, MONGO_DB: 'identity' });

const signUp = async () => {
  const person = await world.emulator.signUp();
  await world.here.client.authenticate(byIdToken(person.idToken));
  return person;
};

it('changes nothing while Firebase has none of the accounts', async () => {
  const { uid } = await signUp();
  await world.here.provider.deleteAccount(uid);
  await expect(afterRestore('--delete')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing was changed') as string,
  });
  const row = await world.connection.collection('users').findOne({ _id: uid as never });
  expect(row).not.toHaveProperty('validAfter');
  expect(row).not.toHaveProperty('deletedAt');
  await world.connection.collection('users').deleteMany({});
});

it('ends every sign-in, and deletes the users whose account is gone only with --delete', async () => {
  const stays = await signUp();
  const gone = await signUp();
  await world.here.provider.deleteAccount(gone.uid);
  const { stdout } = await afterRestore();
  expect(stdout).toContain('2 users have to sign in again.');
  expect(stdout).toContain(`${gone.uid} has no account at Firebase.\n`);
  expect(stdout).toContain('Run again with --delete');
  await world.later(60_000, async () => {
    await expect(world.here.client.authenticate(byIdToken(stays.idToken))).rejects.toMatchObject({
      reason: 'revoked-session',
    });
  });
  const users = world.connection.collection('users');
  expect(await users.findOne({ _id: gone.uid as never })).not.toHaveProperty('deletedAt');

  expect((await afterRestore('--delete')).stdout).toContain(
    `${gone.uid} has no account at Firebase and was deleted.`,
  );
  expect(await users.findOne({ _id: gone.uid as never })).toMatchObject({
    deletedAt: expect.any(Date) as Date,
  });
  await world.outbox.drained();
  const published = world.bus.published.filter(
    ({ subject }) => subject === events.userDeleted.subject,
  );
  expect(published.map(({ data }) => events.userDeleted.codec.decode(data))).toEqual([
    { uid: gone.uid },
  ]);
  expect(await users.findOne({ _id: stays.uid as never })).not.toHaveProperty('deletedAt');
  expect((await afterRestore('--delete')).stdout).not.toContain(gone.uid);
});

it('names its options', async () => {
  await expect(afterRestore('--remove')).rejects.toMatchObject({
    code: 64,
    stderr: expect.stringContaining('[--delete]') as string,
  });
});
