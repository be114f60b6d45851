import { configuredRules, knownRules, lint, type Finding } from './lint.js';
import { prelude, reactPrelude, reactViolations, typedViolations } from './violations.js';

/** Recommended rules that are off, and why. */
const off: Record<string, string> = {
  'typescript/require-await':
    'an async function without await still turns a throw into a rejection',
  'typescript/no-unsafe-class-instance-assignment':
    "Mongoose's schema types ask for class instances where literals are the documented form",
};

const nameOf = ({ scope, value }: { scope: string; value: string }): string =>
  scope === 'eslint' ? value : `${scope}/${value}`;

describe('the configuration of oxlint', () => {
  it('has every recommended rule of ESLint and typescript-eslint', async () => {
    const isOurs = ({ scope, recommended }: { scope: string; recommended: boolean }) =>
      recommended && ['eslint', 'typescript'].includes(scope);
    const recommended = (await knownRules()).filter(isOurs).map(nameOf);
    expect(recommended.length).toBeGreaterThan(100);
    const configured = configuredRules();
    expect(recommended.filter((name) => !configured.includes(name) && !off[name])).toEqual([]);
  });

  it('each rule of types and of React rejects a violation', async () => {
    const typed = Object.entries(typedViolations).map(
      ([name, code]) => [`typescript/${name}`, `${name}.ts`, `${prelude}\n${code}\n`] as const,
    );
    const react = Object.entries(reactViolations).map(
      ([name, code]) =>
        [`react/${name}`, `web/src/${name}.tsx`, `${reactPrelude}\n${code}\n`] as const,
    );
    const cases = [...typed, ...react];
    const found = await lint(Object.fromEntries(cases.map(([, file, code]) => [file, code])));
    const isFound = (rule: string, file: string) =>
      found.some((finding: Finding) => finding.file === file && finding.rule === rule);
    expect(cases.filter(([rule, file]) => !isFound(rule, file)).map(([rule]) => rule)).toEqual([]);
    const configured = configuredRules();
    expect(cases.filter(([rule]) => !configured.includes(rule)).map(([rule]) => rule)).toEqual([]);
  });

  it('restricts imports and globals by folder', async () => {
    const rejected = [
      ['web/src/a.ts', "export { x } from '@tandem/proto/events';", 'no-restricted-imports'],
      [
        'web/src/b.ts',
        "export { x } from '@tandem/proto/browser/http/a';",
        'no-restricted-imports',
      ],
      ['proto/browser/a.ts', "export { z } from 'zod';", 'no-restricted-imports'],
      ['web/src/c.ts', "export const load = () => fetch('/api');", 'no-restricted-globals'],
      ['tools/a.mjs', 'export const size = window.innerWidth;', 'no-undef'],
      ['tools/a.ts', '// oxlint-disable-next-line no-var\nexport const a = 1;', 'directive'],
    ] as const;
    const admitted = [
      ['web/src/d.ts', "export { x } from '@tandem/proto/browser';"],
      ['web/src/e.ts', "export type { X } from '@tandem/proto/browser/http/a';"],
      ['web/src/sw/a.ts', "export const load = () => fetch('/api');"],
      ['web/a.mjs', 'export const size = window.innerWidth;'],
    ] as const;
    const files = [...rejected, ...admitted].map(([file, code]) => [file, code]);
    const found = await lint(Object.fromEntries(files) as Record<string, string>);
    const rulesOf = (path: string) =>
      found.filter(({ file, rule }) => file === path && /^no-|^directive$/.test(rule));
    for (const [file, , rule] of rejected) expect(rulesOf(file)).toEqual([{ file, rule }]);
    for (const [file] of admitted) expect(rulesOf(file)).toEqual([]);
  });
});
