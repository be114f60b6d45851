import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Breakage } from './breakage.mjs';
import { root } from './files.js';
import { keyOf, merge, readProofs, writeProofs, type Proof } from './proof-document.js';

const folder = join(root, 'docs/requirements-proof');

const sectionOf = (number: string): string => number.split('.')[0] ?? '';

export const readSavedProofs = (): Proof[] =>
  existsSync(folder)
    ? readdirSync(folder).flatMap((name) => readProofs(readFileSync(join(folder, name), 'utf8')))
    : [];

/** Adds new results to those of earlier runs and removes those of deleted breakages. */
export const saveProofs = (
  written: readonly Proof[],
  breakages: readonly Breakage[],
  requirements: readonly string[],
): void => {
  const named = new Set(
    breakages.flatMap(({ numbers, what }) => numbers.map((number) => keyOf({ number, what }))),
  );
  mkdirSync(folder, { recursive: true });
  for (const section of new Set(written.map(({ number }) => sectionOf(number)))) {
    const path = join(folder, `section-${section}.md`);
    const older = existsSync(path) ? readProofs(readFileSync(path, 'utf8')) : [];
    const newer = written.filter(({ number }) => sectionOf(number) === section);
    const kept = merge(older, newer).filter((proof) => named.has(keyOf(proof)));
    const own = requirements.filter((number) => sectionOf(number) === section);
    const keys = [...named].filter((key) => sectionOf(key) === section);
    writeFileSync(path, writeProofs(section, kept, own, keys));
  }
};
