import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problemReasons, type ProblemReason } from '@tandem/proto/browser/reasons';

const root = fileURLToPath(new URL('../../', import.meta.url));

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\bsrc\/.*(?<!\.test)\.ts$/.test(join(folder, file)))
    .filter((file) => !/node_modules|dist\//.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'));

const sources = [...sourcesIn('services'), ...sourcesIn('gateway')];

/** The second argument of a thrown error, where it is a literal. */
const thrown = sources.flatMap((source) =>
  [...source.matchAll(/new (?:ServiceError|HttpError)\(\s*[^,]+,\s*'([^']+)'/g)].map(
    ([, reason = '']) => reason,
  ),
);

describe('reasons of problem documents', () => {
  it('lists every reason that gateway and services throw', () => {
    const known: ReadonlySet<string> = new Set(problemReasons);
    expect(thrown.length).toBeGreaterThan(problemReasons.length / 2);
    expect(thrown.filter((reason) => !known.has(reason))).toEqual([]);
  });

  it('lists no reason that no source names', () => {
    const isNamed = (reason: ProblemReason) =>
      sources.some((source) => source.includes(`'${reason}'`));
    expect(problemReasons.filter((reason) => !isNamed(reason))).toEqual([]);
  });
});
