import { lintCases } from './lint.js';

const script = 'room/a.ts';
const screen = 'room/a.tsx';

const functionStyle = {
  rejected: [
    ['a function declaration', script, 'export function add() { return 1; }'],
    ['a function declaration that is no component', screen, 'export function add() {}'],
    ['a component as an arrow function', screen, 'export const Page = () => null;'],
  ],
  admitted: [
    ['an arrow function', script, 'export const add = () => 1;'],
    ['a generator', script, 'export function* count() { yield 1; }'],
    [
      'an assertion of a type',
      script,
      "export function check(x: unknown): asserts x is string { if (typeof x !== 'string') throw new Error('no'); }",
    ],
    [
      'a function with its own this',
      script,
      'export function name(this: Error) { return this.name; }',
    ],
    ['a component as a declaration', screen, 'export function Page() { return null; }'],
  ],
} as const;

const names = {
  rejected: [
    ['a variable', script, 'export const max_files = 1;'],
    ['an element of an array', script, 'export const [first_file] = [1];'],
    ['a renamed property', script, 'export const { a: first_file } = { a: 1 };'],
    ['a function', script, 'export const run = function run_all() { return 1; };'],
    ['a generator', script, 'export function* read_all() { yield 1; }'],
  ],
  admitted: [
    ['camelCase', script, 'export const maxFiles = 1;'],
    ['PascalCase', script, 'export const Schema = {};'],
    ['an unused variable', script, 'const _unused = 1;'],
    ['a property', script, 'export const { client_secret } = { client_secret: 1 };'],
  ],
} as const;

describe.each([
  ['function-style', functionStyle],
  ['names', names],
] as const)('the rule %s', (name, { rejected, admitted }) => {
  const cases = [...rejected, ...admitted];
  let rules: string[][];
  beforeAll(async () => {
    rules = await lintCases(cases.map(([, file, code]) => ({ file, code })));
  });
  const found = (code: string): number => {
    const at = cases.findIndex(([, , other]) => other === code);
    return rules[at]?.filter((rule) => rule === `tandem/${name}`).length ?? -1;
  };

  it.each([...rejected])('rejects %s in %s', (_what, _file, code) => {
    expect(found(code)).toBe(1);
  });

  it.each([...admitted])('admits %s in %s', (_what, _file, code) => {
    expect(found(code)).toBe(0);
  });
});
