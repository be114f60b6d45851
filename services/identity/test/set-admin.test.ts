import { connectFirebase } from '../src/provider.js';
import { projectId, startAuthEmulator, type AuthEmulator } from './auth-emulator.js';
import { runCommand } from './run-command.js';

let emulator: AuthEmulator;

beforeAll(async () => {
  emulator = await startAuthEmulator();
});
afterAll(() => emulator.stop());

const run = (...args: string[]) => runCommand('set-admin', args);

const isAdmin = async (uid: string): Promise<boolean | undefined> => {
  const provider = connectFirebase({ projectId, hasCredentials: false });
  return (await provider.findAccount(uid))?.isAdmin;
};

it('grants and revokes admin rights', async () => {
  const { uid, email } = await emulator.signUp();
  expect(await isAdmin(uid)).toBe(false);
  await emulator.update(uid, { emailVerified: true });
  await run(email);
  expect(await isAdmin(uid)).toBe(true);
  await run(email, '--remove');
  expect(await isAdmin(uid)).toBe(false);
});

it('grants no rights to an address that was not verified, and removes them from it', async () => {
  const { uid, email } = await emulator.signUp();
  await expect(run(email)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not verified') as string,
  });
  expect(await isAdmin(uid)).toBe(false);
  await connectFirebase({ projectId, hasCredentials: false }).setAdmin(uid, true);
  await run(email, '--remove');
  expect(await isAdmin(uid)).toBe(false);
});

it.each([
  ['is unknown', ['unknown@example.test'], 1, 'no account'],
  ['is malformed', ['unknown'], 64, 'usage'],
  ['comes with an unknown option', ['a@example.test', '--delete'], 64, 'usage'],
])('reports why an address that %s changes nothing', async (_what, args, code, words) => {
  await expect(run(...args)).rejects.toMatchObject({
    code,
    stderr: expect.stringContaining(words) as string,
  });
});
