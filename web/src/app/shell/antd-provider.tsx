import { ConfigProvider } from 'antd';
import { useState, type ReactNode } from 'react';
import { prefersReducedMotion } from '../../lib/browser/device.js';
import { useColorScheme } from '../../lib/browser/theme-mode.js';
import { antdTheme } from './antd-theme.js';

/**
 * antd with our theme, light or dark. Reduced motion is read once per page: antd would remount everything inside if
 * it changed.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  const scheme = useColorScheme();
  const [motion] = useState(() => !prefersReducedMotion());
  return <ConfigProvider theme={antdTheme(scheme, motion)}>{children}</ConfigProvider>;
}
