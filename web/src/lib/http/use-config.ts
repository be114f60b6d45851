import { useEffect, useState } from 'react';
import { loadConfig, type RuntimeConfig } from './config.js';

/** The runtime configuration; null until it is loaded. */
export const useConfig = (): RuntimeConfig | null => {
  const [config, setConfig] = useState<RuntimeConfig | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    loadConfig().then(
      (loaded) => {
        if (!isUnmounted) setConfig(loaded);
      },
      () => console.warn('the configuration could not be loaded'),
    );
    return () => {
      isUnmounted = true;
    };
  }, []);
  return config;
};
