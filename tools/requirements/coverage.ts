/** Compares the requirements with the tags of the tests. */
import { byNumber, readRequirements } from './document.js';
import { readTags } from './tags.js';

/** @typedef {import('./tags.js').Tag & { path: string }} Proof */

/**
 * @param {string} document docs/requirements.md
 * @param {readonly { path: string, source: string }[]} tests
 */
export const compare = (document, tests) => {
  const { requirements, faults } = readRequirements(document);
  const known = new Set(requirements.map(({ number }) => number));
  /** @type {Map<string, Proof[]>} */
  const proofs = new Map(requirements.map(({ number }) => [number, []]));
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

/** The pattern for `jest -t` and `playwright test --grep`. @param {readonly string[]} numbers */
export const tagPattern = (numbers) => {
  const list = [...numbers].sort(byNumber).map((number) => number.replace('.', '\\.'));
  return `[[ ](${list.join('|')})[\\],]`;
};
