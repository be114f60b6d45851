import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tseslint from 'typescript-eslint';
import { root } from '../bootstrap/exec.mjs';

/** Code that each rule rejects. Shared declarations: see `prelude`. */
const violations: Record<string, string> = {
  'await-thenable': 'export const wait = async () => { await 1; };',
  'no-array-delete': 'export const clear = (list: number[]) => { delete list[0]; };',
  'no-base-to-string': 'export const text = (value: object) => String(value);',
  'no-confusing-void-expression':
    'export const log = () => { const result = print(); return result; };',
  'no-deprecated': 'export const value = old();',
  'no-duplicate-type-constituents': "export type Level = 'info' | 'info';",
  'no-floating-promises': 'export const start = () => { load(); };',
  'no-for-in-array':
    'export const each = (list: number[]) => { for (const key in list) use(key); };',
  'no-generated-empty-object-type': "export type Nothing = Omit<{ a: 1 }, 'a'>;",
  'no-implied-eval': "setTimeout('use(1)', 10);",
  'no-meaningless-void-operator': 'export const log = () => { void print(); };',
  'no-misused-promises': 'export const isLoaded = () => (load() ? 1 : 2);',
  'no-misused-spread': 'export const copy = (text: string) => [...text];',
  'no-mixed-enums': "export enum Mixed { One = 1, Two = 'two' }",
  'no-redundant-type-constituents': "export type Name = string | 'Ada';",
  'no-unnecessary-boolean-literal-compare':
    'export const isOff = (isOn: boolean) => isOn === false;',
  'no-unnecessary-condition': 'export const length = (text: string) => text?.length;',
  'no-unnecessary-template-expression': 'export const text = `${"a"}b`;',
  'no-unnecessary-type-arguments':
    'const box = <T = number,>(value?: T) => value; export const boxed = box<number>();',
  'no-unnecessary-type-assertion': 'export const same = (text: string) => text as string;',
  'no-unnecessary-type-conversion': 'export const same = (text: string) => String(text);',
  'no-unnecessary-type-parameters': 'export const show = <T,>(value: T): void => { use(value); };',
  'no-unsafe-argument': 'export const send = () => { needsText(untyped); };',
  'no-unsafe-assignment': 'export const copy = untyped;',
  'no-unsafe-call': 'export const call = (): void => { untyped(); };',
  'no-unsafe-enum-assignment': 'export const colour: Colour = 0;',
  'no-unsafe-enum-comparison': 'export const isRed = (colour: Colour) => colour === 0;',
  'no-unsafe-member-access': 'export const read = () => { use(untyped.name); };',
  'no-unsafe-return': 'export const read = () => untyped;',
  'no-unsafe-unary-minus': 'export const negative = (text: string) => -text;',
  'no-useless-default-assignment':
    'export const name = ({ first = "" }: { first: string }) => first;',
  'only-throw-error': "export const fail = () => { throw 'text'; };",
  'prefer-promise-reject-errors': "export const fail = () => Promise.reject('text');",
  'prefer-reduce-type-parameter':
    'export const all = (list: string[]) => list.reduce((found, name) => found.concat(name), [] as string[]);',
  'prefer-return-this-type': 'export class Chain { add(): Chain { return this; } }',
  'related-getter-setter-pairs':
    'export interface Box { get value(): string | undefined; set value(next: string); }',
  'restrict-plus-operands': "export const sum = (count: number) => count + 'px';",
  'restrict-template-expressions': 'export const text = (value: object) => `${value}`;',
  'return-await': 'export const read = async () => { try { return load(); } catch { return 0; } };',
  'switch-exhaustiveness-check':
    "export const step = (level: 'a' | 'b') => { switch (level) { case 'a': use(1); } };",
  'unbound-method': 'class Door { open() { return this; } } export const { open } = new Door();',
  'use-unknown-in-catch-callback-variable':
    'export const start = () => load().catch((error: Error) => { use(error); });',
};

const prelude = `
declare const untyped: any;
declare const load: () => Promise<number>;
declare const print: () => void;
declare const use: (value: unknown) => void;
declare const needsText: (text: string) => void;
declare const setTimeout: (handler: unknown, ms: number) => number;
enum Colour { Red, Green }
/** @deprecated */
declare const old: () => number;
`;

const configFile = join(root, '.oxlintrc.json');

interface Config {
  overrides: [{ files: string[]; rules: Record<string, unknown> }];
}
const configured = Object.keys(
  (JSON.parse(readFileSync(configFile, 'utf8')) as Config).overrides[0].rules,
).map((name) => name.replace('typescript/', ''));

/** Rules of the preset that are off, and why. */
const off: Record<string, string> = {
  'require-await': 'an async function without await still turns a throw into a rejection',
  'no-unsafe-class-instance-assignment':
    "Mongoose's schema types ask for class instances where literals are the documented form",
};

const rulesOf = (preset: 'strict' | 'strictTypeChecked'): Set<string> =>
  new Set(
    tseslint.configs[preset].flatMap(({ rules = {} }) =>
      Object.entries(rules)
        .filter(([, setting]) => setting !== 'off' && setting !== 0)
        .map(([name]) => name.replace('@typescript-eslint/', '')),
    ),
  );

/** Runs oxlint with the configuration of the repository over a folder with one file per rule. */
const lint = (folder: string): Promise<string> =>
  new Promise((resolve) => {
    const bin = join(root, 'node_modules/.bin');
    execFile(
      join(bin, 'oxlint'),
      ['--type-aware', '-f', 'unix', '.'],
      { cwd: folder, env: { ...process.env, OXLINT_TSGOLINT_PATH: join(bin, 'tsgolint') } },
      (_error, stdout) => resolve(stdout),
    );
  });

describe('the lint rules that need types', () => {
  it('include every such rule of the strict preset of typescript-eslint', () => {
    const untypedRules = rulesOf('strict');
    const typed = [...rulesOf('strictTypeChecked')].filter((name) => !untypedRules.has(name));
    expect(typed.length).toBeGreaterThan(40);
    expect(typed.filter((name) => !configured.includes(name) && off[name] === undefined)).toEqual(
      [],
    );
  });

  it('each reject a violation', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'typed-rules-'));
    try {
      cpSync(configFile, join(folder, '.oxlintrc.json'));
      const compilerOptions = { strict: true, target: 'ES2023', module: 'ESNext', types: [] };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
      for (const [name, code] of Object.entries(violations)) {
        writeFileSync(join(folder, `${name}.ts`), `${prelude}\n${code}\n`);
      }
      const output = await lint(folder);
      const isReported = (name: string) =>
        output
          .split('\n')
          .some((line) => line.includes(`${name}.ts:`) && line.includes(`(${name})`));
      expect(configured.filter((name) => !isReported(name))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
