import { useEffect, useState } from 'react';
import { loadConfig, loadedConfig, type RuntimeConfig } from './config.js';
import { isTooMany, isUnavailable, retryWhileUnavailable } from './retry.js';

/** Only a configuration that this device has stored is available, which may be old. */
class StoredOnly extends Error {}

const isTemporary = (error: unknown): boolean =>
  error instanceof StoredOnly || isUnavailable(error) || isTooMany(error);

/**
 * Calls `onConfig` with the configuration; offline with the stored one first, and again with the server's once it can be
 * loaded. Some pages show nothing without it.
 *
 * @returns a function that ends it
 */
export const followConfig = (onConfig: (config: RuntimeConfig) => void): (() => void) => {
  let hasEnded = false;
  let hasStored = false;
  const attempt = async (): Promise<void> => {
    const config = await loadConfig();
    const isStored = loadedConfig() === null;
    if (!hasEnded && !(isStored && hasStored)) onConfig(config);
    hasStored = isStored;
    if (isStored) throw new StoredOnly();
  };
  const load = (): void => {
    retryWhileUnavailable(attempt, undefined, isTemporary).then(end, () => {
      if (!hasEnded) console.warn('the configuration could not be loaded');
    });
  };
  const end = (): void => {
    hasEnded = true;
    removeEventListener('online', load);
  };
  addEventListener('online', load);
  load();
  return end;
};

/** The runtime configuration; null until it is loaded. */
export const useConfig = (): RuntimeConfig | null => {
  const [config, setConfig] = useState<RuntimeConfig | null>(loadedConfig);
  useEffect(() => followConfig(setConfig), []);
  return config;
};

/** Whether the deployment sells plans. Without payments no page offers an upgrade or names a price. */
export const useHasPayments = (): boolean => useConfig()?.payments.provider !== 'none';
