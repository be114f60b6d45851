import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { catalogueOnly } from './texts-in-catalogue.mjs';

const parse = {
  files: ['**/*.{ts,tsx}'],
  languageOptions: {
    parser: tseslint.parser as Linter.Parser,
    parserOptions: { ecmaFeatures: { jsx: true } },
  },
};

const found = (code: string, filename = 'web/src/features/x/page.tsx'): number =>
  new Linter().verify(code, [parse, ...catalogueOnly()] as Linter.Config[], { filename }).length;

// All texts are in catalogues, so that languages can be added.
describe('the rule texts-in-catalogue', () => {
  it.each([
    ['between tags', 'const a = <p>Hello</p>;'],
    ['between tags, in braces', "const a = <p>{'Hello'}</p>;"],
    ['beside a value', 'const a = <p>{count} files</p>;'],
    ['for a screen reader', 'const a = <button aria-label="Close" />;'],
    ['with a value in it', 'const a = <img alt={`Picture of ${name}`} />;'],
    ["in a column's title", "const column = { title: 'Name', key: 'name' };"],
    ['in a toast', "toast({ title: words.title, description: 'try again' });"],
    ['as a sentence anywhere', "const problem = isLate ? 'Too late for this' : '';"],
    ['as one word with a full stop', 'const problem = `Sorry ${name}, gone.`;'],
  ])('%s', (_where, code) => {
    expect(found(code)).toBe(1);
  });

  it.each([
    ['a text of the catalogue', 'const a = <p title={texts.title}>{texts.hello}</p>;'],
    ['a class', 'const a = <p className="panel wide">{texts.hello}</p>;'],
    ['a key of the keyboard', "const isEnd = event.key === 'Escape';"],
    ['a mark between two values', 'const a = <p>{done} / {total}</p>;'],
    ['a colour', "const palette = { text: '#10201c' };"],
    ['what is thrown', "throw new Error('The key has a colon.');"],
    ['what goes to the console', "console.warn('It could not be loaded.');"],
  ])('but %s is none', (_what, code) => {
    expect(found(code)).toBe(0);
  });

  it.each([
    'web/src/features/x/texts.ts',
    'web/src/lib/texts/failure-texts.ts',
    'web/src/features/legal/content/en/terms.ts',
    'web/src/features/x/page.test.tsx',
  ])('%s may hold words', (filename) => {
    const code = "export const title = { title: 'Hello there' };";
    expect([found(code), found(code, filename)]).toEqual([1, 0]);
  });
});
