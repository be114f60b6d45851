import type { Plugin } from 'vite';

/**
 * Leaves out what the app does not use of react-router. The package offers bundlers its development build only, whose
 * one difference is the constant of its warnings. In it the contexts and components that no page imports look like
 * side effects: the calls that create them are not marked as pure, and each gets a display name.
 */
export const withoutUnused = (code: string): string =>
  code
    .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
    .replace(/= (?=React\d*\.(?:createContext|forwardRef)\()/g, '= /* @__PURE__ */ ')
    .replace(/^\w+\.displayName = .*;$/gm, '');

export const leanRouter: Plugin = {
  name: 'lean-router',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/react-router\/dist\/development\/[^/]+\.mjs$/ },
    handler: (code) => ({ code: withoutUnused(code), map: null }),
  },
};
