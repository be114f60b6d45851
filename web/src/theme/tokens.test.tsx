import { readFileSync } from 'node:fs';
import { darkPalette, lightPalette, type Palette } from './palette.js';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The colour declarations of the first rule that follows `start`, keyed as the palette keys them. */
const coloursAfter = (start: string): Record<string, string> => {
  const from = css.indexOf(start);
  expect(from).toBeGreaterThanOrEqual(0);
  const block = css.slice(css.indexOf('{', from + start.length - 1), css.indexOf('}', from));
  return Object.fromEntries(
    [...block.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
};

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (a: string, b: string): number => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};

/** WCAG 2.2: 4.5 for text (1.4.3), 3 for the edges of controls and the focus ring (1.4.11). */
const pairs: [keyof Palette, (keyof Palette)[], number][] = [
  ['text', ['bg', 'surface', 'surfaceRaised', 'surfaceSunken', 'accentSoft', 'signalSoft'], 7],
  ['textMuted', ['bg', 'surface', 'surfaceRaised', 'surfaceSunken'], 4.5],
  ['accent', ['bg', 'surface', 'surfaceRaised', 'surfaceSunken', 'accentSoft'], 4.5],
  ['accentHover', ['bg', 'surface'], 4.5],
  ['accentContrast', ['accent', 'accentHover'], 4.5],
  ['signalContrast', ['signal'], 4.5],
  ['success', ['surface', 'successSoft'], 4.5],
  ['warning', ['surface', 'warningSoft'], 4.5],
  ['danger', ['surface', 'dangerSoft', 'bg'], 4.5],
  ['text', ['successSoft', 'warningSoft', 'dangerSoft'], 4.5],
  ['borderStrong', ['surface', 'bg'], 3],
  ['focus', ['bg', 'surface'], 3],
  ['inkPanelText', ['inkPanel'], 7],
  ['inkPanelMuted', ['inkPanel'], 4.5],
  ['signal', ['inkPanel'], 4.5],
];

describe('design tokens', () => {
  it.each([
    ['light', ':root {', lightPalette],
    ['dark by system preference', ":root:not([data-theme='light']) {", darkPalette],
    ['dark by choice', ":root[data-theme='dark'] {", darkPalette],
  ])('%s: the stylesheet and palette.ts name the same colours', (_, start, palette) => {
    expect(coloursAfter(start)).toEqual(palette);
  });

  describe.each([
    ['light', lightPalette],
    ['dark', darkPalette],
  ])('%s meets WCAG AA', (_, palette) => {
    it.each(pairs.flatMap(([fg, bgs, least]) => bgs.map((bg) => [fg, bg, least] as const)))(
      '%s on %s is at least %d : 1',
      (fg, bg, least) => {
        expect(contrast(palette[fg], palette[bg])).toBeGreaterThanOrEqual(least);
      },
    );
  });
});
