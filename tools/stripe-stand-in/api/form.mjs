import { invalid } from './faults.mjs';

/** @typedef {import('../resources.js').FormNode} Node */

const MAX_DEPTH = 6;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** `items[0][price]` → items, 0, price. @param {string} key */
const pathOf = (key) => {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  const path = match
    ? [match[1] ?? '', ...[...(match[2] ?? '').matchAll(/\[([^\]]*)\]/g)].map((m) => m[1] ?? '')]
    : [];
  if (path.length === 0 || path.length > MAX_DEPTH || path.some((part) => FORBIDDEN.has(part))) {
    throw invalid(`Invalid parameter name: ${key}`, key);
  }
  return path;
};

/** Objects whose keys are 0, 1, 2 … are arrays. @param {Node} node @returns {Node} */
const withArrays = (node) => {
  if (typeof node === 'string') return node;
  const entries = Object.entries(node).map(
    ([key, value]) => /** @type {[string, Node]} */ ([key, withArrays(value)]),
  );
  const isArray = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isArray ? entries.map(([, value]) => value) : Object.fromEntries(entries);
};

/**
 * The provider's bracket notation, as its SDK encodes it.
 * @param {string} text
 * @returns {Record<string, Node>}
 */
export const parseForm = (text) => {
  /** @type {Record<string, Node>} */
  const root = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const path = pathOf(key);
    const last = path.pop() ?? '';
    /** @type {Record<string, Node>} */
    let at = root;
    for (const part of path) {
      const next = (at[part] ??= {});
      if (typeof next === 'string' || Array.isArray(next)) throw invalid('Invalid parameters', key);
      at = next;
    }
    const name = last === '' ? String(Object.keys(at).length) : last;
    if (name in at) throw invalid(`Parameter given twice: ${key}`, key);
    at[name] = value;
  }
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, withArrays(value)]));
};
