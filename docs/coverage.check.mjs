// `npm run spec:coverage`: every line of docs/coverage.md names what builds it and a test that exists.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const sections = 9;
const testFile = /\.(test|spec)\.tsx?$/;
const row = /^\| (\d+)\.(\d+) \|(.*)\|$/;

/** @type {string[]} */
const faults = [];

/** @type {Map<string, string | null>} */
const sources = new Map();
const sourceOf = (/** @type {string} */ path) => {
  const known = sources.get(path);
  if (known !== undefined) return known;
  const file = join(root, path);
  const source = existsSync(file) ? readFileSync(file, 'utf8') : null;
  sources.set(path, source);
  return source;
};

const escaped = (/** @type {string} */ text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A title counts when it opens the call of a test: `it('…',`, also of a table (`it.each`) or a loop. */
const hasTest = (/** @type {string} */ source, /** @type {string} */ title) =>
  new RegExp(`\\(\\s*(['"\`])${escaped(title)}\\1,`).test(source);

const checkBuilt = (/** @type {string} */ line, /** @type {string} */ cell) => {
  const paths = [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  if (paths.length === 0) faults.push(`${line}: nothing builds it`);
  for (const path of paths) {
    if (!existsSync(join(root, path))) faults.push(`${line}: ${path} does not exist`);
  }
};

const checkProof = (/** @type {string} */ line, /** @type {string} */ cell) => {
  const proofs = cell.split('<br>').filter((proof) => proof.trim() !== '');
  if (proofs.length === 0) faults.push(`${line}: no test proves it`);
  for (const proof of proofs) {
    const [, path = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(proof.trim()) ?? [];
    if (!testFile.test(path)) {
      faults.push(`${line}: not a test: ${proof.trim()}`);
      continue;
    }
    const source = sourceOf(path);
    if (source === null) faults.push(`${line}: ${path} does not exist`);
    else if (!hasTest(source, title)) faults.push(`${line}: ${path} has no test “${title}”`);
  }
};

const counts = new Array(sections + 1).fill(0);
const table = readFileSync(join(root, 'docs/coverage.md'), 'utf8');
for (const text of table.split('\n')) {
  const [, section = '', number = '', cells] = row.exec(text) ?? [];
  if (cells === undefined) {
    if (/^\| \d/.test(text)) faults.push(`cannot be read: ${text}`);
    continue;
  }
  const line = `${section}.${number}`;
  counts[Number(section)] += 1;
  if (Number(number) !== counts[Number(section)]) faults.push(`${line}: the numbering has a gap`);
  const [what = '', built = '', proof = '', ...rest] = cells
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
  if (what === '' || rest.length > 0) faults.push(`${line}: four cells are wanted`);
  checkBuilt(line, built);
  checkProof(line, proof);
}

for (let section = 1; section <= sections; section += 1) {
  if (counts[section] === 0) faults.push(`section ${section} has no line`);
}
const total = counts.reduce((sum, count) => sum + count, 0);
for (const fault of faults) console.error(fault);
console.log(`${total} lines covered${faults.length > 0 ? `, ${faults.length} faults` : ''}`);
process.exit(faults.length > 0 ? 1 : 0);
