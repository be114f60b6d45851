import type { Policy } from '../../lib/http/policy.js';
import { isTenGigabytesFree } from '../../lib/texts/figures.js';
import { marketingPaths, type MarketingKey } from './marketing-paths.js';
import { texts } from './texts.js';

export interface MarketingLink {
  key: MarketingKey;
  path: string;
  label: string;
}

export interface MarketingGroup {
  title: string;
  links: readonly MarketingLink[];
}

interface Site extends Pick<Policy, 'maxFileBytes'> {
  brand: { name: string; slug: string };
}

const groups = {
  compare: ['versus', 'wetransferAlternative', 'dropboxAlternative', 'gmail'],
  send: ['large', 'tenGigabytes', 'video'],
  understand: ['p2p', 'hipaa', 'trust'],
} as const satisfies Record<keyof typeof texts.groups, readonly MarketingKey[]>;

/**
 * A server without payments does not compare itself with other services, and one with a lower limit does not offer to
 * send 10 GB for free.
 */
export const marketingGroups = (site: Site, hasPayments: boolean): MarketingGroup[] => {
  const { brand } = site;
  const isOffered = (key: MarketingKey): boolean =>
    key !== 'tenGigabytes' || isTenGigabytesFree(site);
  const paths = marketingPaths(brand);
  const labels = { ...texts.pages, versus: texts.pages.versus(brand.name) };
  const shown = hasPayments
    ? (['compare', 'send', 'understand'] as const)
    : (['understand'] as const);
  return shown.map((name) => ({
    title: texts.groups[name],
    links: groups[name]
      .filter(isOffered)
      .map((key) => ({ key, path: paths[key], label: labels[key] })),
  }));
};

export const marketingLinks = (site: Site, hasPayments = true): MarketingLink[] =>
  marketingGroups(site, hasPayments).flatMap(({ links }) => links);
