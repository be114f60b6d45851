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

interface Brand {
  name: string;
  slug: string;
}

const groups = {
  compare: ['versus', 'wetransferAlternative', 'dropboxAlternative', 'gmail'],
  send: ['large', 'tenGigabytes', 'video'],
  understand: ['p2p', 'hipaa', 'trust'],
} as const satisfies Record<keyof typeof texts.groups, readonly MarketingKey[]>;

/** A server without payments does not compare itself with other services. */
export const marketingGroups = (brand: Brand, hasPayments: boolean): MarketingGroup[] => {
  const paths = marketingPaths(brand);
  const labels = { ...texts.pages, versus: texts.pages.versus(brand.name) };
  const shown = hasPayments
    ? (['compare', 'send', 'understand'] as const)
    : (['understand'] as const);
  return shown.map((name) => ({
    title: texts.groups[name],
    links: groups[name].map((key) => ({ key, path: paths[key], label: labels[key] })),
  }));
};

export const marketingLinks = (brand: Brand, hasPayments = true): MarketingLink[] =>
  marketingGroups(brand, hasPayments).flatMap(({ links }) => links);
