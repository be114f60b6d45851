/**
 * What an element must have to match a selector, taken from the last compound of the selector.
 * @typedef {{ tag?: string, classes: string[] }} Requirement
 */

/** Strings, brackets, commas, combinators, names with their prefix, and every other character. */
const tokens = /(["']).*?\1|[()[\],>+~]|\s+|[.#:]*(?:[\w-]|[^\0-\x7f])+|./gsu;

/**
 * One requirement for each selector of the list. Undefined for escapes, namespaces and nesting, which are
 * not parsed.
 * @param {string} selectorText @returns {Requirement[] | undefined}
 */
export const requirementsOf = (selectorText) => {
  if (/[\\|&]/.test(selectorText)) return undefined;
  /** @type {Requirement[]} */
  const done = [];
  /** @type {Requirement} */
  let compound = { classes: [] };
  let isStart = true;
  let depth = 0;
  for (const [token] of selectorText.trim().matchAll(tokens)) {
    if (token === ')' || token === ']') depth -= 1;
    else if (token === '(' || token === '[') depth += 1;
    else if (depth === 0 && /^[\s,>+~]/.test(token)) {
      if (token === ',') done.push(compound);
      compound = { classes: [] };
      isStart = true;
      continue;
    } else if (depth === 0 && token.startsWith('.')) {
      compound.classes.push(token.slice(1).toLowerCase());
    } else if (isStart && /^[\w-]/.test(token)) compound.tag = token.toLowerCase();
    isStart = false;
  }
  return [...done, compound];
};

/** @type {Map<string, Requirement[] | undefined>} */
const parsed = new Map();

/** @param {string} selectorText */
const cachedRequirementsOf = (selectorText) => {
  if (!parsed.has(selectorText)) parsed.set(selectorText, requirementsOf(selectorText));
  return parsed.get(selectorText);
};

/**
 * False only for an element that cannot match. Ignores case, as documents in quirks mode do.
 * @param {Pick<Element, 'localName' | 'getAttributeNS'>} element @param {string} selectorText
 */
export const mayMatch = (element, selectorText) => {
  const requirements = cachedRequirementsOf(selectorText);
  if (requirements === undefined) return true;
  const elementTag = element.localName.toLowerCase();
  /** @type {string[] | undefined} */
  let elementClasses;
  return requirements.some(({ tag, classes }) => {
    if (tag !== undefined && tag !== elementTag) return false;
    if (classes.length === 0) return true;
    elementClasses ??= (element.getAttributeNS(null, 'class') ?? '').toLowerCase().split(/\s+/);
    return classes.every((name) => elementClasses?.includes(name));
  });
};
