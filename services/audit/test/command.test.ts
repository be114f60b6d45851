import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const root = new URL('../../../', import.meta.url).pathname;

/** Runs the command of the operator, without a database. */
const run = (...args: string[]) =>
  promisify(execFile)(
    process.execPath,
    ['--import', './tools/bootstrap/typescript.mjs', 'services/audit/src/command.ts', ...args],
    { cwd: root, env: { PATH: process.env['PATH'] } },
  );

describe('the command of the operator', () => {
  const usage = { code: 2, stderr: expect.stringContaining('Usage') as string };

  it.each([
    [['verify', '--owner', 'u1', '--head', 'head.json']],
    [['verify', '--file', 'dump.jsonl', '--head', 'head.json']],
    [['verify', '--file', 'dump.jsonl', '--owner', 'u1']],
  ])('verifies nothing with %j, of which it would leave out a part', async (args) => {
    await expect(run(...args)).rejects.toMatchObject(usage);
  });

  it.each([[['check']], [['erase']]])('shows its usage for %j', async (args) => {
    await expect(run(...args)).rejects.toMatchObject(usage);
  });
});
