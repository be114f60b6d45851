import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startMongo } from '@tandem/kit/testing';

const root = new URL('../../../', import.meta.url).pathname;

/** Runs the command of the operator. */
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

  describe('verifies a dump', () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'audit-dump-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    const verify = async (dump: string) => {
      const file = join(folder, 'log.ndjson');
      await writeFile(file, dump);
      return run(['verify', '--file', file], { AUDIT_PUBLIC_KEYS: publicKey });
    };

    it('without a log', async () => {
      const mongo = await startMongo();
      const variables = { MONGO_URL: mongo.url, MONGO_DB: 'audit-empty' };
      const all = await run(['dump'], variables);
      const one = await run(['dump', '--owner', 'u1'], variables);
      await mongo.stop();
      expect(await verify(all.stdout)).toMatchObject({ stdout: 'valid, no logs\n' });
      expect(await verify(one.stdout)).toMatchObject({ stdout: 'valid, no logs\n' });
      const [first] = all.stdout.split('\n');
      await expect(verify(`${first}\n`)).rejects.toMatchObject({
        code: 1,
        stdout: '?: BROKEN at entry 2: The end of the dump is missing.\n',
      });
    });

    it('as broken if it is empty', async () => {
      await expect(verify('')).rejects.toMatchObject({
        code: 1,
        stdout: '?: BROKEN at entry 1: The end of the dump is missing.\n',
      });
    });
  });
});
