/**
 * All user-visible texts, including those for screen readers, must be in a catalogue
 * (web/src/lib/texts/catalogue.ts), so that languages can be added. Reports words between tags or in a visible
 * attribute or property, and strings that look like a sentence. Messages of errors and the console are for
 * developers and exempt.
 */

/** Visible attributes of elements, and visible properties of toasts, columns and dialogs. */
const shownNames = new Set(
  'title description label placeholder alt heading text caption summary children okText cancelText'
    .split(' ')
    .concat('aria-label', 'aria-description', 'aria-valuetext', 'aria-placeholder'),
);

/** Words start with a letter; colours (`#10201c`) do not. */
const hasWord = (/** @type {string} */ text) => /(^|[\s(])\p{L}/u.test(text);
/** A capital letter and a second word or final punctuation; a single name (`Escape`) does not match. */
const isSentence = (/** @type {string} */ text) =>
  /^\p{Lu}[\p{L}’']* \p{L}/u.test(text) || /\p{L}{2}[.!?…]$/u.test(text);

/** The attribute or property that receives a value, `children` for content; null elsewhere. */
const nameOf = (/** @type {any} */ node) => {
  const { parent } = node;
  const holder = parent?.type === 'JSXExpressionContainer' ? parent.parent : parent;
  if (holder?.type === 'JSXAttribute') return String(holder.name.name);
  if (holder?.type === 'JSXElement' || holder?.type === 'JSXFragment') return 'children';
  if (holder?.type === 'Property' && holder.value === node) {
    return String(holder.key.name ?? holder.key.value);
  }
  return null;
};

const isConsole = (/** @type {any} */ node) =>
  node.type === 'CallExpression' && node.callee.object?.name === 'console';

const isForDevelopers = (/** @type {any} */ node) => {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'NewExpression' || isConsole(at)) return true;
  }
  return false;
};

/** @type {import('./rule.js').Rule} */
export const textsInCatalogue = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { outside: 'Move this text to the catalogue (texts.ts): {{text}}' },
  },
  create: (context) => {
    const report = (/** @type {any} */ node, /** @type {string} */ text) =>
      context.report({ node, messageId: 'outside', data: { text: text.trim() } });
    const check = (/** @type {any} */ node, /** @type {string} */ text) => {
      const name = nameOf(node);
      const isShown = name !== null && shownNames.has(name) && hasWord(text);
      if (isShown || (isSentence(text) && !isForDevelopers(node))) report(node, text);
    };
    return {
      JSXText: (/** @type {any} */ node) => {
        if (hasWord(node.value)) report(node, node.value);
      },
      Literal: (/** @type {any} */ node) => {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateLiteral: (/** @type {any} */ node) =>
        check(node, node.quasis.map((/** @type {any} */ { value }) => value.cooked).join('{}')),
    };
  },
};
