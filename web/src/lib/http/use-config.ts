import { useEffect, useState } from 'react';
import { loadConfig, type RuntimeConfig } from './config.js';

/** The runtime configuration; null until it has arrived. */
export const useConfig = (): RuntimeConfig | null => {
  const [config, setConfig] = useState<RuntimeConfig | null>(null);
  useEffect(() => {
    let isGone = false;
    loadConfig().then(
      (loaded) => {
        if (!isGone) setConfig(loaded);
      },
      () => console.warn('the configuration could not be loaded'),
    );
    return () => {
      isGone = true;
    };
  }, []);
  return config;
};
