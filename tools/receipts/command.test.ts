import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const folder = import.meta.dirname;
const hook = join(folder, '../bootstrap/typescript.mjs');

const run = (command: string, ...words: string[]) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', hook, join(folder, command), ...words],
    { encoding: 'utf8' },
  );
  return { status, lines: stderr.trim().split('\n') };
};

describe.each(['verify-receipt.ts', 'verify-export.ts'])('%s', (command) => {
  it.each([
    ['a file that does not exist', ['absent'], /no such file.*absent/],
    ['an option that does not exist', ['--absent'], /Unknown option '--absent'/],
    ['no file', [], /^usage: /],
  ])('says in one line what is wrong with a call with %s', (_name, words, message) => {
    const { status, lines } = run(command, ...words);
    expect(status).toBe(2);
    expect(lines).toEqual([expect.stringMatching(message)]);
  });
});
