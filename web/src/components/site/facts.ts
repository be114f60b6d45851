import type { Policy } from '@tandem/proto/browser/http/config';
import { defaultPolicy } from '@tandem/proto/browser/policy';
import { useEffect, useState } from 'react';
import { getBrand, useBrand, type Brand } from '../../lib/texts/brand.js';
import { loadConfig } from '../../lib/http/config.js';
import type { Unchecked } from '../../lib/unchecked.js';

/** The numbers of the policy that public pages quote. */
type Numbers = Pick<Policy, 'freeSharesPerMonth' | 'auditRetentionMonths' | 'wrongPasswordLimit'>;

export interface Facts extends Numbers {
  brand: Brand;
}

const buildEnv: Record<string, unknown> =
  (import.meta as { env?: Record<string, unknown> }).env ?? {};

const numberOr = (value: unknown, fallback: number): number => {
  const parsed = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : fallback;
};

const readPolicy = (source: Unchecked<Numbers>, fallback: Numbers): Numbers => ({
  freeSharesPerMonth: numberOr(source.freeSharesPerMonth, fallback.freeSharesPerMonth),
  auditRetentionMonths: numberOr(source.auditRetentionMonths, fallback.auditRetentionMonths),
  wrongPasswordLimit: numberOr(source.wrongPasswordLimit, fallback.wrongPasswordLimit),
});

/** The policy of the prerendered pages; VITE_ variables of the build replace the defaults. */
const builtPolicy: Numbers = readPolicy(
  {
    auditRetentionMonths: buildEnv['VITE_AUDIT_RETENTION_MONTHS'],
    wrongPasswordLimit: buildEnv['VITE_WRONG_PASSWORD_LIMIT'],
  },
  defaultPolicy,
);

export const builtFacts = (): Facts => ({ brand: getBrand(), ...builtPolicy });

/** The facts of the build until the configuration of the deployment has loaded. */
export const useFacts = (): Facts => {
  const brand = useBrand();
  const [policy, setPolicy] = useState(builtPolicy);
  useEffect(() => {
    loadConfig().then(
      (config) => setPolicy(readPolicy(config.policy, builtPolicy)),
      () => undefined, // the pages work without the server
    );
  }, []);
  return { brand, ...policy };
};

/** `12 months`, `6 years`. */
export const describeMonths = (months: number): string => {
  const [count, unit] =
    months >= 24 && months % 12 === 0 ? [months / 12, 'year'] : [months, 'month'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};
