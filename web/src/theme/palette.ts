/**
 * The colours of both schemes, and their only source: scheme-css.ts writes them into the stylesheet, the
 * antd theme and the theme-color tags read them here.
 */
export interface Palette {
  bg: string;
  surface: string;
  surfaceRaised: string;
  surfaceSunken: string;
  text: string;
  textMuted: string;
  border: string;
  borderStrong: string;
  accent: string;
  accentHover: string;
  accentContrast: string;
  accentSoft: string;
  signal: string;
  signalContrast: string;
  signalSoft: string;
  success: string;
  successSoft: string;
  warning: string;
  warningSoft: string;
  danger: string;
  dangerSoft: string;
  focus: string;
  inkPanel: string;
  inkPanelText: string;
  inkPanelMuted: string;
  inkPanelLine: string;
  /** Accent on the ink panel, which is dark in both schemes. */
  inkPanelAccent: string;
}

export const lightPalette: Palette = {
  bg: '#f3f6f4',
  surface: '#ffffff',
  surfaceRaised: '#ffffff',
  surfaceSunken: '#e8eeeb',
  text: '#10201c',
  textMuted: '#4a5c57',
  border: '#d3ddd8',
  borderStrong: '#7b8d87',
  accent: '#0b6551',
  accentHover: '#084f40',
  accentContrast: '#ffffff',
  accentSoft: '#d9eee6',
  signal: '#f2a81d',
  signalContrast: '#2a1c00',
  signalSoft: '#fdf0d2',
  success: '#17703a',
  successSoft: '#dcf2e3',
  warning: '#855000',
  warningSoft: '#fdf0d2',
  danger: '#b0302a',
  dangerSoft: '#fce4e1',
  focus: '#0b6551',
  inkPanel: '#0d2620',
  inkPanelText: '#eaf4ef',
  inkPanelMuted: '#a5beb5',
  inkPanelLine: '#2a4a41',
  inkPanelAccent: '#4ccda6',
};

export const darkPalette: Palette = {
  bg: '#0c1412',
  surface: '#131d1a',
  surfaceRaised: '#1a2723',
  surfaceSunken: '#080f0d',
  text: '#e8f1ed',
  textMuted: '#9fb3ac',
  border: '#2a3a35',
  borderStrong: '#6d827a',
  accent: '#4ccda6',
  accentHover: '#74dfbf',
  accentContrast: '#04231a',
  accentSoft: '#143a30',
  signal: '#f5b642',
  signalContrast: '#2a1c00',
  signalSoft: '#3a2c0f',
  success: '#6fd28e',
  successSoft: '#163521',
  warning: '#f3bd5c',
  warningSoft: '#3a2c0f',
  danger: '#ff9088',
  dangerSoft: '#431d1b',
  focus: '#74dfbf',
  inkPanel: '#10231e',
  inkPanelText: '#eaf4ef',
  inkPanelMuted: '#a5beb5',
  inkPanelLine: '#2a4a41',
  inkPanelAccent: '#4ccda6',
};

export const palettes = { light: lightPalette, dark: darkPalette };

/** Box shadows by elevation: 1 for cards, 2 for what floats above the page. */
export const shadows = {
  light: {
    1: '0 1px 2px rgb(16 32 28 / 8%), 0 1px 1px rgb(16 32 28 / 4%)',
    2: '0 18px 40px -18px rgb(16 32 28 / 28%), 0 4px 12px rgb(16 32 28 / 6%)',
  },
  dark: {
    1: '0 1px 2px rgb(0 0 0 / 50%)',
    2: '0 18px 44px -16px rgb(0 0 0 / 70%), 0 2px 8px rgb(0 0 0 / 40%)',
  },
};
