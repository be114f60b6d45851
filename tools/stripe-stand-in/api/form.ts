import type { FormNode } from '../resources.js';
import { invalid } from './faults.js';

const maxDepth = 6;
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** `items[0][price]` → items, 0, price. */
const pathOf = (key: string): string[] => {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  const path = match
    ? [match[1] ?? '', ...[...(match[2] ?? '').matchAll(/\[([^\]]*)\]/g)].map((m) => m[1] ?? '')]
    : [];
  if (path.length === 0 || path.length > maxDepth || path.some((part) => forbidden.has(part))) {
    throw invalid(`Invalid parameter name: ${key}`, key);
  }
  return path;
};

/** Converts objects with the keys 0, 1, 2 … to arrays. */
const withArrays = (node: FormNode): FormNode => {
  if (typeof node === 'string') return node;
  const entries = Object.entries(node).map(([key, value]): [string, FormNode] => [
    key,
    withArrays(value),
  ]);
  const isArray = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isArray ? entries.map(([, value]) => value) : Object.fromEntries(entries);
};

/** Decodes the bracket notation of Stripe's SDK. */
export const parseForm = (text: string): Record<string, FormNode> => {
  const root: Record<string, FormNode> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const path = pathOf(key);
    const last = path.pop() ?? '';
    let node = root;
    for (const part of path) {
      const next = (node[part] ??= {});
      if (typeof next === 'string' || Array.isArray(next)) throw invalid('Invalid parameters', key);
      node = next;
    }
    const name = last === '' ? String(Object.keys(node).length) : last;
    if (name in node) throw invalid(`Parameter given twice: ${key}`, key);
    node[name] = value;
  }
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, withArrays(value)]));
};
