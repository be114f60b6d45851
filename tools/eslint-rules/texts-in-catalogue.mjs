/**
 * Every text that a person reads or hears comes from the catalogue (web/src/lib/texts/catalogue.ts), so that a
 * language can be added. A text gives itself away when it stands elsewhere: words between tags, words in
 * an attribute or property that is shown, and whatever reads like a sentence. What is thrown or goes to
 * the console is for developers and stays where it is.
 */

/** Attributes of elements, and properties of toasts, columns and dialogs, that end on the screen. */
const shownNames = new Set(
  'title description label placeholder alt heading text caption summary children okText cancelText'
    .split(' ')
    .concat('aria-label', 'aria-description', 'aria-valuetext', 'aria-placeholder'),
);

/** A colour (`#10201c`) or a digest has letters, but no word. */
const hasWord = (/** @type {string} */ text) => /(^|[\s(])\p{L}/u.test(text);
/** A capital and a second word, or an end as sentences have it. A name alone (`Escape`) is none. */
const isSentence = (/** @type {string} */ text) =>
  /^\p{Lu}[\p{L}’']* \p{L}/u.test(text) || /\p{L}{2}[.!?…]$/u.test(text);

/** The name under which an element, a component or a toast gets a value; null for any other place. */
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

/** @type {import('eslint').Rule.RuleModule} */
export const textsInCatalogue = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { outside: 'A text belongs into the catalogue (texts.ts): {{text}}' },
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

/** The catalogue itself, the prose beside it, and what no person reads. */
const catalogue = ['web/src/**/texts.ts', 'web/src/**/*-texts.ts', 'web/src/**/content/**'];
const tests = ['web/src/**/*.test.{ts,tsx}', 'web/src/**/test/**'];

export const catalogueOnly = () => [
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: [...catalogue, ...tests],
    plugins: { tandem: { rules: { 'texts-in-catalogue': textsInCatalogue } } },
    rules: { 'tandem/texts-in-catalogue': 'error' },
  },
];
