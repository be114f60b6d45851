import { readFileSync } from 'node:fs';
import { at } from '../../helm/test/lib/paths.js';

const document = readFileSync(at('docs/security.md'), 'utf8');

/** Requirements of levels 1 and 2 of OWASP ASVS 5.0: by section, the numbers within it. */
const required: Readonly<Record<string, string>> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1-1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1-1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1-1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-11',
  '6.3': '1-3',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-3',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1-1',
  '8.4': '1-1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-3',
  '11.5': '1-1',
  '11.6': '1-1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1-1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1-1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1-1',
  '17.2': '1-4',
  '17.3': '1-2',
};

const numbers = Object.entries(required).flatMap(([section, range]) => {
  const [from = 0, to = 0] = range.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`);
});

const rows = [...document.matchAll(/^\| (\d+\.\d+\.\d+) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, number = '', , standing = '', proof = '']) => ({ number, standing, proof }),
);

describe('the table of OWASP ASVS 5.0 in docs/security.md', () => {
  it('has every requirement of levels 1 and 2 once, with its standing', () => {
    expect(rows.map(({ number }) => number)).toEqual(numbers);
    for (const { number, standing } of rows) {
      expect([number, standing]).toEqual([
        number,
        expect.stringMatching(/^(holds|\*\*not\*\*|n\/a)$/),
      ]);
    }
  });

  it('counts them', () => {
    const count = (wanted: string) => rows.filter(({ standing }) => standing === wanted).length;
    expect(document).toContain(
      `${count('holds')} hold, ${count('**not**')} do not, ${count('n/a')} do not apply.`,
    );
  });
});
