import { ConfigProvider, type ConfigProviderProps } from 'antd';
import { useState, type ReactNode } from 'react';
import { prefersReducedMotion } from '../../../lib/browser/device/device.js';
import { useColorScheme } from '../../../lib/browser/theme-mode.js';
import { defineTexts } from '../../../lib/texts/catalogue.js';
import { antdTheme } from './antd-theme.js';
import './antd-buttons.css';
import './antd-fields.css';
import './antd-forced-colors.css';
import './antd-tables.css';

/** The texts of antd's own controls, and the direction of the page. */
export const antdTexts = defineTexts<Pick<ConfigProviderProps, 'locale' | 'direction'>>('antd', {
  en: { direction: 'ltr' },
});

/** The second click of a double click on a button lands on the mask of the dialog that the first one opened. */
const modal = { mask: { closable: false } };

/** antd separates two Chinese characters by a space, which is wrong in Japanese. */
const button = { autoInsertSpace: false };

/**
 * antd with our theme, light or dark. Reduced motion is read once per page: antd would remount everything inside if
 * it changed.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  const scheme = useColorScheme();
  const [motion] = useState(() => !prefersReducedMotion());
  return (
    <ConfigProvider theme={antdTheme(scheme, motion)} modal={modal} button={button} {...antdTexts}>
      {children}
    </ConfigProvider>
  );
}
