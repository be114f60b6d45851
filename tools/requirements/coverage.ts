/** Compares the requirements with the tags of the tests. */

import { byNumber, readRequirements } from './document.js';
import { readTags, type Tag } from './tags.js';

export interface TestFile {
  path: string;
  source: string;
}

export type TaggedTest = Tag & { path: string };

/** @param document docs/requirements.md */
export const compare = (document: string, tests: readonly TestFile[]) => {
  const { requirements, faults } = readRequirements(document);
  const known = new Set(requirements.map(({ number }) => number));
  const proofs = new Map<string, TaggedTest[]>(requirements.map(({ number }) => [number, []]));
  for (const { path, source } of tests) {
    for (const tag of readTags(path, source)) {
      if (!known.has(tag.number)) faults.push(`${path}:${tag.line}: no requirement ${tag.number}`);
      proofs.get(tag.number)?.push({ ...tag, path });
    }
  }
  for (const [number, found] of proofs) {
    if (found.length === 0) faults.push(`${number}: no test carries it`);
  }
  return { requirements, proofs, faults };
};

/** The pattern for `jest -t` and `playwright test --grep`. */
export const tagPattern = (numbers: readonly string[]): string => {
  const list = [...numbers].sort(byNumber).map((number) => number.replace('.', '\\.'));
  return `[[ ](${list.join('|')})[\\],]`;
};
