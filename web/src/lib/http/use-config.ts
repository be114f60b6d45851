import { useEffect, useMemo, useState } from 'react';
import { loadConfig, loadedConfig, type RuntimeConfig } from './config.js';
import { readPolicy, type Policy } from './policy.js';
import { isTooMany, isUnavailable, retryWhileUnavailable } from './retry.js';

const isTemporary = (error: unknown): boolean => isUnavailable(error) || isTooMany(error);

/** The runtime configuration; null until it is loaded. */
export const useConfig = (): RuntimeConfig | null => {
  const [config, setConfig] = useState<RuntimeConfig | null>(loadedConfig);
  useEffect(() => {
    let isUnmounted = false;
    // Some pages show nothing without it.
    retryWhileUnavailable(loadConfig, undefined, isTemporary).then(
      (loaded) => {
        if (!isUnmounted) setConfig(loaded);
      },
      () => {
        if (!isUnmounted) console.warn('the configuration could not be loaded');
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, []);
  return config;
};

/** Whether the deployment sells plans. Without payments no page offers an upgrade or names a price. */
export const useHasPayments = (): boolean => useConfig()?.payments.provider !== 'none';

/** The deployment's policy; the standard one until it is loaded. */
export const usePolicy = (): Policy => {
  const config = useConfig();
  return useMemo(() => readPolicy(config?.policy ?? {}), [config]);
};
