// `npm run spec:breakages [-- numbers or sections]`: removes one behaviour at a time and runs the tests that carry its
// number; at least one must fail. Writes the results into docs/requirements-proof.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { breakages } from './breakages/index.mjs';
import { faultOf, judge } from './breakage.mjs';
import { compare } from './coverage.mjs';
import { readDocument, readSource, readTests, root } from './files.mjs';
import { merge, readProofs, writeProofs } from './proof-document.mjs';
import { runJest } from './run-jest.mjs';

/** @typedef {import('./breakage.mjs').Breakage} Breakage */

const minTimeoutMs = 15_000;
const jobs = Number(process.env['JOBS'] ?? 1);
const { requirements, proofs } = compare(readDocument(), readTests());
const all = requirements.map(({ number }) => number);
const known = new Set(all);

const asked = process.argv.slice(2);
/** @param {string} number */
const isAsked = (number) =>
  asked.length === 0 || asked.some((name) => name === number || number.startsWith(`${name}.`));

/** @param {string} number */
const unitTests = (number) =>
  (proofs.get(number) ?? []).map(({ path }) => path).filter((path) => /\.test\.tsx?$/.test(path));

/** Sources of one workspace do not run in the tests of another, but for the contracts and the kit. @param {string} path */
const workspaceOf = (path) => /^(services\/[^/]+|[^/]+)/.exec(path)?.[0] ?? '';

/** @param {Breakage} breakage */
const testsOf = ({ numbers, file }) => {
  const paths = [...new Set(numbers.flatMap(unitTests))];
  const near = paths.filter((path) => workspaceOf(path) === workspaceOf(file));
  return near.length > 0 ? near : paths;
};

const chosen = breakages.filter(({ numbers }) => numbers.some(isAsked));
const faults = chosen.flatMap(
  (breakage) => faultOf(breakage, readSource(breakage.file), known) ?? [],
);
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}

/** Every test must pass before anything is broken. */
const baseline = async () => {
  const numbers = [...new Set(chosen.flatMap((breakage) => breakage.numbers))];
  const paths = [...new Set(chosen.flatMap(testsOf))];
  console.log(
    `${chosen.length} breakages, ${numbers.length} requirements, ${paths.length} test files`,
  );
  const { results, broken } = await runJest({ paths, numbers });
  const failed = results.filter(({ status }) => status === 'failed');
  if (failed.length === 0 && broken.length === 0) return results;
  console.error('These tests fail without any breakage:');
  for (const { path, title, messages } of failed)
    console.error(`${path} › ${title}\n${messages[0]}`);
  console.error(broken.join('\n'));
  process.exit(1);
};

const whole = await baseline();
const date = new Date().toISOString().slice(0, 10);
/** @type {import('./proof-document.mjs').Proof[]} */
const written = [];

/** @param {Breakage} breakage */
const attempt = async (breakage) => {
  const paths = testsOf(breakage);
  const slowest = whole.filter(({ path }) => paths.includes(path)).map((test) => test.durationMs);
  const timeoutMs = Math.max(minTimeoutMs, 5 * Math.max(0, ...slowest));
  const run = { paths, numbers: breakage.numbers, breakage, timeoutMs };
  const { results, broken } = paths.length > 0 ? await runJest(run) : { results: [], broken: [] };
  for (const number of breakage.numbers) {
    const verdict = judge(results, number);
    const hasCrashed = verdict.outcome !== 'fails' && broken.length > 0;
    const outcome = hasCrashed ? 'crashes' : verdict.outcome;
    console.log(`${number} ${breakage.what}: ${outcome}${verdict.title && ` › ${verdict.title}`}`);
    const [firstLine = ''] = (hasCrashed ? broken.join('\n') : verdict.message).split('\n');
    if (outcome === 'crashes' || process.env['VERBOSE']) console.log(`    ${firstLine}`);
    const test = verdict.title.replace(/ \[[\d., ]+\]$/, '');
    written.push({ number, what: breakage.what, outcome, test, date });
  }
};

const queue = [...chosen];
const work = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) await attempt(next);
};
await Promise.all(Array.from({ length: jobs }, work));

/** @param {string} number */
const sectionOf = (number) => number.split('.')[0] ?? '';
const named = new Set(breakages.flatMap(({ numbers, what }) => numbers.map((n) => `${n} ${what}`)));

/** @param {string} section */
const save = (section) => {
  const path = join(root, 'docs/requirements-proof', `section-${section}.md`);
  const older = existsSync(path) ? readProofs(readFileSync(path, 'utf8')) : [];
  const newer = written.filter(({ number }) => sectionOf(number) === section);
  const kept = merge(older, newer).filter(({ number, what }) => named.has(`${number} ${what}`));
  const numbers = all.filter((number) => sectionOf(number) === section);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, writeProofs(section, kept, numbers));
};
for (const section of new Set(written.map(({ number }) => sectionOf(number)))) save(section);

const unproven = written.filter(({ outcome }) => outcome !== 'fails');
console.log(`${written.length - unproven.length} of ${written.length} fail as they must`);
for (const { number, what, outcome } of unproven) console.log(`  ${number} ${what}: ${outcome}`);
process.exit(unproven.length > 0 ? 1 : 0);
