/**
 * docs/requirements-proof/section-<n>.md: the results of the breakages, one row per requirement and breakage. Rows
 * without a new result are read from the existing document.
 */
import { byNumber } from './document.js';

/**
 * @typedef {object} Proof
 * @property {string} number
 * @property {string} what
 * @property {import('./breakage.mjs').Outcome} outcome
 * @property {string} test the first test that failed
 * @property {string} date
 */

const words = { fails: '', passes: '**passes**', crashes: '**crashes**', 'no test': '**no test**' };
const row = /^\| (\d+\.\d+) \| (.+?) \| (?:\*\*(passes|crashes|no test)\*\* ?)?(.*?) \| (\S+) \|$/;

/** @param {string} text */
const escape = (text) => text.replaceAll('|', '\\|');
/** @param {string} text */
const unescape = (text) => text.replaceAll('\\|', '|');

/** @param {string} document @returns {Proof[]} */
export const readProofs = (document) =>
  document.split('\n').flatMap((line) => {
    const [, number, what = '', outcome = 'fails', test = '', date = ''] =
      row
        .exec(line.replaceAll('\\|', '\u0000'))
        ?.map((cell) => cell?.replaceAll('\u0000', '\\|')) ?? [];
    if (number === undefined) return [];
    return [
      {
        number,
        what: unescape(what),
        outcome: /** @type {any} */ (outcome),
        test: unescape(test),
        date,
      },
    ];
  });

/** @param {Pick<Proof, 'number' | 'what'>} proof */
export const keyOf = ({ number, what }) => `${number} ${what}`;

/** Newer results replace older ones. @param {Proof[]} older @param {Proof[]} newer */
export const merge = (older, newer) => [
  ...new Map([...older, ...newer].map((proof) => [keyOf(proof), proof])).values(),
];

/** @param {string} section @param {Proof[]} proofs @param {readonly string[]} requirements all numbers of the section */
export const writeProofs = (section, proofs, requirements) => {
  const proven = new Set(proofs.filter(({ outcome }) => outcome === 'fails').map((p) => p.number));
  const tried = new Set(proofs.map(({ number }) => number));
  const open = requirements.filter((number) => !tried.has(number));
  const lines = proofs
    .toSorted((a, b) => byNumber(a.number, b.number) || a.what.localeCompare(b.what))
    .map(({ number, what, outcome, test, date }) => {
      const cell = [words[outcome], escape(test)].filter((text) => text !== '').join(' ');
      return `| ${number} | ${escape(what)} | ${cell} | ${date} |`;
    });
  return `# Proof of the requirements, section ${section}

Written by \`npm run spec:breakages\`. Each row is a deliberate breakage of the sources: the behaviour that was removed,
and the test tagged with the number that failed without it. **passes** marks tests that stayed green and prove nothing;
**crashes** marks a breakage after which the program no longer ran.

${proven.size} of ${requirements.length} requirements are proven this way. Not tried: ${open.join(', ') || 'none'}.

<!-- prettier-ignore-start -->

| Number | Breakage | Test that fails | Date |
| --- | --- | --- | --- |
${lines.join('\n')}

<!-- prettier-ignore-end -->
`;
};
