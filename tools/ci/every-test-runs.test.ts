/** A test file outside the patterns of jest.config.js would never run, and nothing would say so. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { at } from '../../helm/test/lib/paths.js';

const hasGit = spawnSync('git', ['rev-parse'], { cwd: at('.') }).status === 0;
if (!hasGit) process.stderr.write('no git repository: skipping the check that every test runs\n');

const linesOf = (command: string, ...args: string[]): string[] => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: at('.'), encoding: 'utf8' });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  return stdout.split('\n').filter(Boolean);
};

(hasGit ? it : it.skip)('every test file of the repository belongs to a project of Jest', () => {
  const listed = new Set(
    linesOf(process.execPath, at('node_modules/jest/bin/jest.js'), '--listTests'),
  );
  const files = linesOf('git', 'ls-files', '*.test.*').map((file) => at(file));
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => existsSync(file) && !listed.has(file))).toEqual([]);
});
