/** Parses docs/requirements.md and checks its numbering. */

const row = /^\| (\d+)\.(\d+) \| (.+) \|(?: (.+))? \|$/;

/** @typedef {{ number: string, text: string }} Requirement */

/** @param {string} a @param {string} b */
export const byNumber = (a, b) => {
  const [section = 0, index = 0] = a.split('.').map(Number);
  const [otherSection = 0, otherIndex = 0] = b.split('.').map(Number);
  return section - otherSection || index - otherIndex;
};

/** @param {string} document @returns {{ requirements: Requirement[], faults: string[] }} */
export const readRequirements = (document) => {
  /** @type {Requirement[]} */
  const requirements = [];
  /** @type {string[]} */
  const faults = [];
  /** @type {Map<number, number>} */
  const last = new Map();
  for (const line of document.split('\n')) {
    if (!/^\| \d/.test(line)) continue;
    const [, section = '', index = '', text = ''] = row.exec(line) ?? [];
    if (section === '') {
      faults.push(`not a row of number, requirement and note: ${line}`);
      continue;
    }
    const number = `${section}.${index}`;
    const expected = (last.get(Number(section)) ?? 0) + 1;
    if (Number(index) !== expected) {
      faults.push(`${number} stands where ${section}.${expected} is expected`);
    }
    last.set(Number(section), Number(index));
    requirements.push({ number, text });
  }
  for (let section = 1; section <= Math.max(0, ...last.keys()); section += 1) {
    if (!last.has(section)) faults.push(`section ${section} has no requirement`);
  }
  if (requirements.length === 0) faults.push('no requirement found');
  return { requirements, faults };
};
