import type { Plugin as PostcssPlugin } from 'postcss';
import { palettes, shadows } from './palette.js';

type Scheme = keyof typeof palettes;

const isScheme = (name: string): name is Scheme => Object.hasOwn(palettes, name);

const kebabCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The declarations that put a scheme in force: `--color-text-muted`, `--shadow-1`, … */
const schemeDeclarations = (scheme: Scheme): { prop: string; value: string }[] => [
  { prop: 'color-scheme', value: scheme },
  ...Object.entries<string>({ ...palettes[scheme] }).map(([name, value]) => ({
    prop: `--color-${kebabCase(name)}`,
    value,
  })),
  ...Object.entries(shadows[scheme]).map(([elevation, value]) => ({
    prop: `--shadow-${elevation}`,
    value,
  })),
];

/** Replaces `@scheme light;` and `@scheme dark;` by the declarations of that scheme. */
export const schemeCss: PostcssPlugin = {
  postcssPlugin: 'scheme',
  AtRule: {
    scheme: (rule) => {
      if (!isScheme(rule.params)) throw rule.error(`unknown colour scheme "${rule.params}"`);
      rule.replaceWith(...schemeDeclarations(rule.params));
    },
  },
};

/** The colour of the browser's own bars, for index.html and the prerendered pages. */
export const themeColours = (['light', 'dark'] as const).map((scheme) => ({
  content: palettes[scheme].bg,
  media: `(prefers-color-scheme: ${scheme})`,
}));
