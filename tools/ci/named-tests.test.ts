/** Documents that name tests as proof: every named file exists and contains the title. */

import { existsSync, readFileSync } from 'node:fs';
import { at } from '../../helm/test/lib/paths.js';

const named = (document: string): [file: string, title: string][] =>
  [
    ...readFileSync(at(document), 'utf8').matchAll(
      /^\|.*\| `([\w./-]+\.(?:test|spec)\.tsx?)`(?:: (.*?))? *\|$/gm,
    ),
  ].map(([, file = '', title = '']) => [file, title]);

describe('the tests that docs/trust.md names', () => {
  const tests = named('docs/trust.md');

  it('are one for each promise', () => {
    expect(tests.length).toBeGreaterThan(20);
  });

  it.each(tests)('%s: %s', (file, title) => {
    expect(existsSync(at(file))).toBe(true);
    expect(readFileSync(at(file), 'utf8')).toContain(title);
  });
});
