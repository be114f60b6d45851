import { lint } from './lint.js';
import { maxFiles } from './small-folders.mjs';

const numbered = (count: number, end: string) =>
  Array.from({ length: count }, (_, index) => `room/file-${String(index + 10)}${end}`);

/** The findings in a folder with these files. */
const found = async (names: readonly string[]) => {
  const findings = await lint(Object.fromEntries(names.map((name) => [name, ''])));
  return findings.filter(({ rule }) => rule === 'tandem/small-folders');
};

describe('the rule small-folders', () => {
  it('admits a folder at the limit, whatever else lies beside the sources', async () => {
    const names = [...numbered(maxFiles, '.js'), 'room/README.md', 'room/data.json'];
    expect(await found(names)).toEqual([]);
  });

  it.each([
    ['scripts', numbered(maxFiles + 1, '.js')],
    ['scripts and stylesheets', [...numbered(maxFiles, '.js'), 'room/a.css']],
  ])('reports a larger folder once: %s', async (_kind, names) => {
    expect(await found(names)).toMatchObject([{ file: 'room/file-10.js' }]);
  });
});
