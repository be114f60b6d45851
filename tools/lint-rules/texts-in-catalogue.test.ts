import { lintCases } from './lint.js';

const page = 'web/src/features/x/page.tsx';

const texts = [
  ['between tags', 'const a = <p>Hello</p>;'],
  ['between tags, in braces', "const a = <p>{'Hello'}</p>;"],
  ['beside a value', 'const a = <p>{count} files</p>;'],
  ['for a screen reader', 'const a = <button aria-label="Close" />;'],
  ['with a value in it', 'const a = <img alt={`Picture of ${name}`} />;'],
  ["in a column's title", "const column = { title: 'Name', key: 'name' };"],
  ['in a toast', "toast({ title: words.title, description: 'try again' });"],
  ['as a sentence anywhere', "const problem = isLate ? 'Too late for this' : '';"],
  ['as one word with a full stop', 'const problem = `Sorry ${name}, gone.`;'],
] as const;

const noTexts = [
  ['a text of the catalogue', 'const a = <p title={texts.title}>{texts.hello}</p>;'],
  ['a class', 'const a = <p className="panel wide">{texts.hello}</p>;'],
  ['a key of the keyboard', "const isEnd = event.key === 'Escape';"],
  ['a mark between two values', 'const a = <p>{done} / {total}</p>;'],
  ['a colour', "const palette = { text: '#10201c' };"],
  ['what is thrown', "throw new Error('The key has a colon.');"],
  ['what goes to the console', "console.warn('It could not be loaded.');"],
] as const;

const catalogues = [
  'web/src/features/x/texts.ts',
  'web/src/lib/texts/failure-texts.ts',
  'web/src/features/legal/content/en/terms.ts',
  'web/src/features/x/page.test.tsx',
];
const words = "export const title = { title: 'Hello there' };";

// All texts are in catalogues, so that languages can be added.
describe('the rule texts-in-catalogue', () => {
  /** How many texts the rule finds, by code and file. */
  const found = new Map<string, number>();
  const key = (code: string, file = page): string => `${file}: ${code}`;
  beforeAll(async () => {
    const cases = [
      ...[...texts, ...noTexts].map(([, code]) => ({ file: page, code })),
      ...[page, ...catalogues].map((file) => ({ file, code: words })),
    ];
    const rules = await lintCases(cases);
    for (const [index, { file, code }] of cases.entries()) {
      const ours = rules[index]?.filter((rule) => rule === 'tandem/texts-in-catalogue');
      found.set(key(code, file), ours?.length ?? 0);
    }
  });

  it.each(texts)('reports a text %s', (_where, code) => {
    expect(found.get(key(code))).toBe(1);
  });

  it.each(noTexts)('does not report %s', (_what, code) => {
    expect(found.get(key(code))).toBe(0);
  });

  it.each(catalogues)('allows words in %s', (file) => {
    expect([found.get(key(words)), found.get(key(words, file))]).toEqual([1, 0]);
  });
});
