import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { maxFiles, smallFolders } from './small-folders.mjs';

describe('the rule small-folders', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'folder-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const fill = (names: readonly string[]) => {
    for (const name of names) writeFileSync(join(folder, name), '');
  };
  const numbered = (count: number, end: string) =>
    Array.from({ length: count }, (_, index) => `file-${String(index + 10)}${end}`);
  /** The messages of every file in the folder. */
  const found = (names: readonly string[]) =>
    names
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) =>
        new Linter({ cwd: folder }).verify('', smallFolders() as Linter.Config[], {
          filename: join(folder, name),
        }),
      );

  it('admits a folder at the limit, whatever else lies beside the sources', () => {
    const names = numbered(maxFiles, '.js');
    fill([...names, 'README.md', 'data.json']);
    expect(found(names)).toEqual([]);
  });

  it.each([
    ['scripts', numbered(maxFiles + 1, '.js')],
    ['scripts and stylesheets', [...numbered(maxFiles, '.js'), 'a.css']],
  ])('reports a larger folder once: %s', (_kind, names) => {
    fill(names);
    expect(found(names)).toMatchObject([{ ruleId: 'folders/small' }]);
  });
});
