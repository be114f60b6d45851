import { readFileSync } from 'node:fs';
import postcss, { type AtRule, type Rule } from 'postcss';
import { darkPalette, lightPalette, palettes, shadows, type Palette } from './palette.js';
import { schemeCss, themeColours } from './scheme-css.js';

const build = (css: string) => postcss([schemeCss]).process(css, { from: undefined });

/** What a rule of the built tokens.css declares, by property. */
const declarationsOf = (rule: Rule): Record<string, string> => {
  const found: Record<string, string> = {};
  rule.walkDecls(({ prop, value }) => {
    found[prop] = value;
  });
  return found;
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
  ['inkPanelAccent', ['inkPanel'], 3],
];

describe('design tokens', () => {
  it.each([
    ['light', ':root', undefined],
    ['dark', ":root:not([data-theme='light'])", 'screen and (prefers-color-scheme: dark)'],
    ['dark', ":root[data-theme='dark']", 'screen'],
  ] as const)('have the %s palette and shadows under %s', async (scheme, selector, media) => {
    const { root } = await build(readFileSync(new URL('./tokens.css', import.meta.url), 'utf8'));
    const rules: Rule[] = [];
    root.walkRules(selector, (rule) => {
      const parent = rule.parent?.type === 'atrule' ? (rule.parent as AtRule).params : undefined;
      if (parent === media) rules.push(rule);
    });
    expect(rules).toHaveLength(1);
    const declared = rules.map(declarationsOf)[0] ?? {};
    expect(declared['color-scheme']).toBe(scheme);
    expect(declared['--color-text-muted']).toBe(palettes[scheme].textMuted);
    expect(Object.keys(declared).filter((name) => name.startsWith('--color-'))).toHaveLength(
      Object.keys(palettes[scheme]).length,
    );
    expect(declared['--shadow-2']).toBe(shadows[scheme][2]);
  });

  it('fail the build for an unknown scheme', async () => {
    await expect(build(':root { @scheme sepia; }')).rejects.toThrow(
      'unknown colour scheme "sepia"',
    );
  });

  it('give the browser the background of each scheme', () => {
    expect(themeColours).toEqual([
      { content: lightPalette.bg, media: '(prefers-color-scheme: light)' },
      { content: darkPalette.bg, media: '(prefers-color-scheme: dark)' },
    ]);
  });

  it('are the colours of the web manifest', () => {
    const path = new URL('../../public/manifest.webmanifest', import.meta.url);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      background_color: lightPalette.bg,
      theme_color: lightPalette.inkPanel,
    });
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
