import { useEffect, useState } from 'react';
import { getBrand, useBrand, type Brand } from '../../lib/texts/brand.js';
import { loadConfig } from '../../lib/http/config.js';

/** The numbers and names that public pages quote. Pages quote what a deployment is configured to do. */
export interface Facts {
  brand: Brand;
  freeSharesPerMonth: number;
  auditRetentionMonths: number;
  /** Wrong passwords within an hour after which a share stops; 0 = never. */
  wrongPasswordLimit: number;
}

type Policy = Omit<Facts, 'brand'>;

const buildEnv: Record<string, unknown> =
  (import.meta as { env?: Record<string, unknown> }).env ?? {};

const numberOr = (value: unknown, fallback: number): number => {
  const parsed = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : fallback;
};

const readPolicy = (source: Record<string, unknown>, fallback: Policy): Policy => ({
  freeSharesPerMonth: numberOr(source['freeSharesPerMonth'], fallback.freeSharesPerMonth),
  auditRetentionMonths: numberOr(source['auditRetentionMonths'], fallback.auditRetentionMonths),
  wrongPasswordLimit: numberOr(source['wrongPasswordLimit'], fallback.wrongPasswordLimit),
});

/** What the prerendered pages say; a build for another policy sets the VITE_ variables. */
const builtPolicy: Policy = readPolicy(
  {
    auditRetentionMonths: buildEnv['VITE_AUDIT_RETENTION_MONTHS'],
    wrongPasswordLimit: buildEnv['VITE_WRONG_PASSWORD_LIMIT'],
  },
  { freeSharesPerMonth: 10, auditRetentionMonths: 12, wrongPasswordLimit: 10 },
);

export const builtFacts = (): Facts => ({ brand: getBrand(), ...builtPolicy });

/** The facts in force: the build's, then the running deployment's. */
export const useFacts = (): Facts => {
  const brand = useBrand();
  const [policy, setPolicy] = useState(builtPolicy);
  useEffect(() => {
    loadConfig().then(
      (config) => setPolicy(readPolicy(config.policy, builtPolicy)),
      () => undefined, // the pages can be read without the server
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
