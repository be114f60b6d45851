import { theme, type MappingAlgorithm, type ThemeConfig } from 'antd';
import { isTouchOnly } from '../../../lib/browser/device/touch.js';
import type { ColorScheme } from '../../../lib/browser/theme-mode.js';
import { darkPalette, lightPalette, type Palette } from '../../../theme/palette.js';

const fontFamily = 'var(--font-sans)';

const componentsOf = (palette: Palette, scale: number): NonNullable<ThemeConfig['components']> => ({
  Button: {
    fontWeight: 600,
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    paddingInlineSM: 11 * scale,
  },
  Avatar: { colorTextPlaceholder: palette.accent, colorTextLightSolid: palette.accentContrast },
  InputNumber: { controlWidth: 90 * scale },
  Modal: { borderRadiusLG: 18, titleFontSize: 20 * scale },
  Table: {
    headerBg: palette.surfaceSunken,
    headerColor: palette.textMuted,
    headerSplitColor: 'transparent',
    borderColor: palette.border,
    rowHoverBg: palette.surfaceSunken,
  },
  Tabs: { itemColor: palette.textMuted, titleFontSize: 16 * scale },
  Progress: { defaultColor: palette.accent, remainingColor: palette.surfaceSunken },
});

/** antd's dark algorithm mutes brand colours; the palette's contrast is measured, so keep its values. */
const keepExact =
  (palette: Palette): MappingAlgorithm =>
  (_seed, map) => ({
    ...(map ?? theme.getDesignToken()),
    colorPrimary: palette.accent,
    colorPrimaryHover: palette.accentHover,
    colorPrimaryActive: palette.accentHover,
    colorPrimaryText: palette.accent,
    colorPrimaryBg: palette.accentSoft,
    colorSuccess: palette.success,
    colorWarning: palette.warning,
    colorError: palette.danger,
    colorErrorText: palette.danger,
    colorInfo: palette.accent,
    colorLink: palette.accent,
  });

/** antd sets its sizes in pixels, which the font size chosen in the browser does not change. */
const textScale = (): number => {
  const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return rootPx > 0 ? rootPx / 16 : 1;
};

/** Heights of controls in pixels: a finger needs 44, for small buttons with the margin in antd-buttons.css. */
const heights = () => (isTouchOnly() ? { small: 36, medium: 44 } : { small: 30, medium: 40 });

/** antd's theme from our palette; antd derives hover and border shades. */
export const antdTheme = (scheme: ColorScheme, motion: boolean): ThemeConfig => {
  const scale = textScale();
  const { small, medium } = heights();
  const palette = scheme === 'dark' ? darkPalette : lightPalette;
  return {
    algorithm: [
      scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
      keepExact(palette),
    ],
    cssVar: { key: 'app' },
    hashed: false,
    token: {
      colorPrimary: palette.accent,
      colorPrimaryHover: palette.accentHover,
      colorPrimaryActive: palette.accentHover,
      colorTextLightSolid: palette.accentContrast,
      colorLink: palette.accent,
      colorLinkHover: palette.accentHover,
      colorSuccess: palette.success,
      colorWarning: palette.warning,
      colorError: palette.danger,
      colorInfo: palette.accent,
      colorBgLayout: palette.bg,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.surfaceRaised,
      colorText: palette.text,
      colorTextSecondary: palette.textMuted,
      colorTextTertiary: palette.textMuted,
      colorTextDescription: palette.textMuted,
      colorTextPlaceholder: palette.textMuted,
      colorBorder: palette.borderStrong,
      colorBorderSecondary: palette.border,
      motion,
      fontFamily,
      fontSize: 15 * scale,
      borderRadius: 10,
      borderRadiusLG: 12,
      borderRadiusSM: 6,
      controlHeightSM: small * scale,
      controlHeight: medium * scale,
      controlHeightLG: 48 * scale,
      wireframe: false,
    },
    components: componentsOf(palette, scale),
  };
};
