/**
 * docs/requirements-proof/section-<n>.md: the results of the breakages, one row per requirement and breakage. Rows
 * without a new result are read from the existing document.
 */

import { byNumber } from './document.js';
import type { Outcome } from './runner/verdict.js';

export interface Proof {
  number: string;
  what: string;
  outcome: Outcome;
  /** The first test that failed. */
  test: string;
  date: string;
}

const words: Record<Outcome, string> = {
  fails: '',
  passes: '**passes**',
  crashes: '**crashes**',
  'no test': '**no test**',
};
const row = /^\| (\d+\.\d+) \| (.+?) \| (?:\*\*(passes|crashes|no test)\*\* ?)?(.*?) \| (\S+) \|$/;

const escape = (text: string): string => text.replaceAll('|', '\\|');
/** Escaped bars are read as NUL, so that they do not end a cell. */
const unescape = (text = ''): string => text.replaceAll('\u0000', '|');

export const readProofs = (document: string): Proof[] =>
  document.split('\n').flatMap((line) => {
    const match = row.exec(line.replaceAll('\\|', '\u0000'));
    if (!match) return [];
    const [, number = '', what, outcome = 'fails', test, date = ''] = match;
    return [
      { number, what: unescape(what), outcome: outcome as Outcome, test: unescape(test), date },
    ];
  });

export const keyOf = ({ number, what }: Pick<Proof, 'number' | 'what'>): string =>
  `${number} ${what}`;

/** Newer results replace older ones. */
export const merge = (older: readonly Proof[], newer: readonly Proof[]): Proof[] => [
  ...new Map([...older, ...newer].map((proof) => [keyOf(proof), proof])).values(),
];

/**
 * @param requirements all numbers of the section
 * @param breakages the keys of all breakages of the section
 */
export const writeProofs = (
  section: string,
  proofs: readonly Proof[],
  requirements: readonly string[],
  breakages: readonly string[],
): string => {
  const proven = new Set(proofs.filter(({ outcome }) => outcome === 'fails').map((p) => p.number));
  const tried = new Set(proofs.flatMap((proof) => [proof.number, keyOf(proof)]));
  const open = [...requirements, ...breakages].filter((name) => !tried.has(name));
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
