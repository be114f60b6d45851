import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useColorScheme } from '../lib/theme-mode.js';
import { antdTheme } from './theme.js';

/** antd with our theme, for the pages that use it; follows light and dark. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const scheme = useColorScheme();
  return <ConfigProvider theme={antdTheme(scheme)}>{children}</ConfigProvider>;
}
