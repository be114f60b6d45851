import { useMemo } from 'react';
import { readPolicy, type Policy } from './http/policy.js';
import { useConfig } from './http/use-config.js';

/** The deployment's policy; the standard one until it is loaded. The recipient's page has no use for it. */
export const usePolicy = (): Policy => {
  const config = useConfig();
  return useMemo(() => readPolicy(config?.policy ?? {}), [config]);
};
