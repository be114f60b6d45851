import { ConfigProvider } from 'antd';
import { useState, type ReactNode } from 'react';
import { prefersReducedMotion } from '../../lib/browser/device.js';
import { useColorScheme } from '../../lib/browser/theme-mode.js';
import { antdTheme } from './antd-theme.js';

/**
 * antd with our theme, for the pages that use it; follows light and dark. Whether it moves is settled when
 * the page opens: antd would build everything inside anew if that changed.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  const scheme = useColorScheme();
  const [motion] = useState(() => !prefersReducedMotion());
  return <ConfigProvider theme={antdTheme(scheme, motion)}>{children}</ConfigProvider>;
}
