import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const root = new URL('../../../', import.meta.url).pathname;

/** Runs the command of the operator, without a database. */
const run = (args: readonly string[], variables: Record<string, string> = {}) =>
  promisify(execFile)(
    process.execPath,
    ['--import', './tools/bootstrap/typescript.mjs', 'services/audit/src/command.ts', ...args],
    { cwd: root, env: { PATH: process.env['PATH'], ...variables } },
  );

const publicKey = `k1:${'A'.repeat(43)}`;

describe('the command of the operator', () => {
  const usage = { code: 2, stderr: expect.stringContaining('Usage') as string };

  it.each([
    [['verify', '--owner', 'u1', '--head', 'head.json']],
    [['verify', '--file', 'dump.jsonl', '--head', 'head.json']],
    [['verify', '--file', 'dump.jsonl', '--owner', 'u1']],
  ])('verifies nothing with %j, of which it would leave out a part', async (args) => {
    await expect(run(args)).rejects.toMatchObject(usage);
  });

  it.each([[['check']], [['erase']]])('shows its usage for %j', async (args) => {
    await expect(run(args)).rejects.toMatchObject(usage);
  });

  it('does not call an empty dump valid', async () => {
    const args = ['verify', '--file', '/dev/null'];
    await expect(run(args, { AUDIT_PUBLIC_KEYS: publicKey })).rejects.toMatchObject({
      code: 1,
      stdout: 'BROKEN: the file has no log\n',
    });
  });
});
