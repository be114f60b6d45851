/**
 * `npm run spec:coverage` checks that every requirement has a tagged test, every tag an existing requirement, and
 * every breakage the text that it replaces.
 * `npm run spec:coverage -- 4.13` lists the tests of a number.
 */

import { breakages } from './breakages/index.mjs';
import { compare, tagPattern } from './coverage.js';
import { faultOf } from './fault.js';
import { readDocument, readSource, readTests } from './files.js';

const { requirements, proofs, faults } = compare(readDocument(), readTests());
const known = new Set(requirements.map(({ number }) => number));
faults.push(
  ...breakages.flatMap((breakage) => faultOf(breakage, readSource(breakage.file), known) ?? []),
);
const asked = process.argv.slice(2);

for (const number of asked) {
  const requirement = requirements.find((candidate) => candidate.number === number);
  console.log(`${number} ${requirement?.text ?? 'is no requirement'}`);
  for (const { path, line, title } of proofs.get(number) ?? []) {
    console.log(`  ${path}:${line} › ${title}`);
  }
}
if (asked.length > 0) console.log(`filter: -t '${tagPattern(asked)}'`);
for (const fault of faults) console.error(fault);
const found = faults.length > 0 ? `, ${faults.length} faults` : '';
if (asked.length === 0) console.log(`${requirements.length} requirements${found}`);
process.exit(faults.length > 0 ? 1 : 0);
