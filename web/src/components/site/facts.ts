import type { Testimonial } from '@tandem/proto/browser/http/config';
import { useEffect, useState } from 'react';
import {
  readPolicy,
  readTestimonials,
  standardPolicy,
  type Policy,
} from '../../lib/http/policy.js';
import { followConfig } from '../../lib/http/use-config.js';
import { readOperatorLinks, type OperatorLink } from '../../lib/links/operator-links.js';
import { getBrand, useBrand, type Brand } from '../../lib/texts/brand.js';

/** What public pages quote. */
export interface Facts extends Policy {
  brand: Brand;
  testimonials: readonly Testimonial[];
  operatorLinks: readonly OperatorLink[];
  /** False: plans are given by admins, and pages name no prices. Null: not known yet; pages name none. */
  hasPayments: boolean | null;
}

const buildEnv: Record<string, unknown> =
  (import.meta as { env?: Record<string, unknown> }).env ?? {};

/** Links on prerendered pages, which cannot read the configuration of the deployment. */
const builtOperatorLinks = readOperatorLinks({
  imprint: buildEnv['VITE_IMPRINT_URL'],
  status: buildEnv['VITE_STATUS_URL'],
  source: buildEnv['VITE_SOURCE_URL'],
  securityContact: buildEnv['VITE_SECURITY_CONTACT'],
});

export const builtFacts = (hasPayments: boolean): Facts => ({
  brand: getBrand(),
  testimonials: [],
  operatorLinks: builtOperatorLinks,
  hasPayments,
  ...standardPolicy,
});

/** The facts of a deployment that configures nothing until the configuration of the deployment has loaded. */
export const useFacts = (): Facts => {
  const brand = useBrand();
  const [configured, setConfigured] = useState<Omit<Facts, 'brand'>>({
    testimonials: [],
    operatorLinks: builtOperatorLinks,
    hasPayments: null,
    ...standardPolicy,
  });
  useEffect(
    () =>
      followConfig(({ policy, testimonials, operatorLinks, payments }) =>
        setConfigured({
          hasPayments: payments.provider !== 'none',
          testimonials: readTestimonials(testimonials),
          operatorLinks: readOperatorLinks(operatorLinks),
          ...readPolicy(policy),
        }),
      ),
    [],
  );
  return { brand, ...configured };
};

/** `12 months`, `6 years`. */
export const describeMonths = (months: number): string => {
  const [count, unit] =
    months >= 24 && months % 12 === 0 ? [months / 12, 'year'] : [months, 'month'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** What wrong passwords do: a clause for the middle of a sentence. */
export const describeWrongPasswords = ({
  wrongPasswordLimit,
}: Pick<Policy, 'wrongPasswordLimit'>): string =>
  wrongPasswordLimit > 0
    ? `after ${wrongPasswordLimit} wrong passwords from several networks within an hour the share stops automatically, and you can restart it with one click`
    : 'each wrong password slows down the next guess';
