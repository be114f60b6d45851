import { startReplicas, type Replicas } from './replicas.js';
import { runCommand } from './run-command.js';

let replicas: Replicas;
beforeAll(async () => {
  replicas = await startReplicas();
});
afterAll(() => replicas.stop());

const remove = (args: readonly string[], variables: NodeJS.ProcessEnv = {}) =>
  runCommand('remove-second-factor', args, {
    MONGO_URL: replicas.mongo.url,
    MONGO_DB: 'identity',
    ...variables,
  });

/** The Auth emulator enrols telephone numbers only. */
const signUpWithFactor = async () => {
  const person = await replicas.emulator.signUp();
  const enrollments = [{ mfaEnrollmentId: 'phone', phoneInfo: '+15555550100' }];
  await replicas.emulator.update(person.uid, { emailVerified: true, mfa: { enrollments } });
  return person;
};

const actionsAbout = async (uid: string) =>
  (await replicas.here.as(uid).listAdminActionsAbout({})).actions;

it('removes the second factor of an account, which the person sees in the log', async () => {
  const { uid, email } = await signUpWithFactor();
  expect((await remove([email])).stdout).toBe(`${uid} has no second factor any more.\n`);
  expect((await remove([email])).stdout).toBe(`${uid} has no second factor.\n`);
  expect(await actionsAbout(uid)).toMatchObject([
    { action: 'second-factor-removed', actorUid: '', subjectUids: [uid] },
  ]);
});

it.each([
  ['an unreachable database', { MONGO_URL: 'mongodb://127.0.0.1:1' }, 1],
  ['no address of the database', { MONGO_URL: '' }, 78],
])('removes nothing that it cannot record: %s', async (_what, variables, code) => {
  const { uid, email } = await signUpWithFactor();
  await expect(remove([email], variables)).rejects.toMatchObject({ code });
  expect(await replicas.here.provider.hasSecondFactor(uid)).toBe(true);
  expect(await actionsAbout(uid)).toEqual([]);
});

it.each([
  ['an unknown option', ['a@example.test', '--remove'], 64],
  ['an unknown address', ['unknown@example.test'], 1],
])('refuses %s', async (_what, args, code) => {
  await expect(remove(args)).rejects.toMatchObject({ code });
});
