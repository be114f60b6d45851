/** Parses docs/requirements.md and checks its numbering. */

const row = /^\| (\d+)\.(\d+) \| (.+) \|(?: (.+))? \|$/;

export interface Requirement {
  number: string;
  text: string;
}

export const byNumber = (a: string, b: string): number => {
  const [section = 0, index = 0] = a.split('.').map(Number);
  const [otherSection = 0, otherIndex = 0] = b.split('.').map(Number);
  return section - otherSection || index - otherIndex;
};

export const readRequirements = (
  document: string,
): { requirements: Requirement[]; faults: string[] } => {
  const requirements: Requirement[] = [];
  const faults: string[] = [];
  const last = new Map<number, number>();
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
