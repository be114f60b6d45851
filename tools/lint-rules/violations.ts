/** For each rule that needs types, code that it rejects. Shared declarations: see `prelude`. */
export const typedViolations: Record<string, string> = {
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

export const prelude = `
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

/** For each rule of React, a component or hook that it rejects. */
export const reactViolations: Record<string, string> = {
  'error-boundaries': 'export function Page() { try { return <Child />; } catch { return null; } }',
  'exhaustive-deps':
    'export function Page({ id }: { id: string }) { useEffect(() => { use(id); }, []); return null; }',
  globals: 'let count = 0; export function Page() { count = 1; return <p>{count}</p>; }',
  immutability:
    'export function Page({ user }: { user: { name: string } }) { user.name = ""; return <Child />; }',
  'incompatible-library':
    "import { useVirtualizer } from '@tanstack/react-virtual'; export function Page() { const list = useVirtualizer({}); return <p>{list.getTotalSize()}</p>; }",
  'preserve-manual-memoization':
    'export function Page({ user }: { user: { name: string } }) { const name = useCallback(() => { use(user.name); }, [user?.name]); return <Child onClick={name} />; }',
  purity: 'export function Page() { const now = Date.now(); return <p>{now}</p>; }',
  refs: 'export function Page() { const box = useRef(0); return <p>{box.current}</p>; }',
  'rules-of-hooks':
    'export function Page({ isOpen }: { isOpen: boolean }) { if (isOpen) useState(0); return null; }',
  'set-state-in-effect':
    'export function Page() { const [count, setCount] = useState(0); useEffect(() => { setCount(1); }, []); return <p>{count}</p>; }',
  'set-state-in-render':
    'export function Page() { const [count, setCount] = useState(0); setCount(1); return <p>{count}</p>; }',
  'static-components': 'export function Page() { const Inner = () => <p />; return <Inner />; }',
  'unsupported-syntax':
    'export function Page() { const page = eval("1") as string; return <p>{page}</p>; }',
  'use-memo':
    'export function Page() { const name = useMemo(async () => { await Promise.resolve(); return 1; }, []); return <p>{String(name)}</p>; }',
};

export const reactPrelude = `
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
declare const use: (value: unknown) => void;
declare function Child(props: { onClick?: () => void }): null;
use([useCallback, useEffect, useMemo, useRef, useState]);
`;
