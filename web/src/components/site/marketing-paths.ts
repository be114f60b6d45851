import { paths } from '../../lib/paths.js';
import { texts } from './texts.js';

/** The marketing pages, in the order of the footer. */
export type MarketingKey =
  | 'versus'
  | 'wetransferAlternative'
  | 'dropboxAlternative'
  | 'gmail'
  | 'large'
  | 'tenGigabytes'
  | 'p2p'
  | 'hipaa'
  | 'video'
  | 'trust';

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

const sellingGroups = (brand: Brand): MarketingGroup[] => [
  {
    title: texts.groups.compare,
    links: [
      {
        key: 'versus',
        path: `/${brand.slug}-vs-wetransfer`,
        label: texts.pages.versus(brand.name),
      },
      {
        key: 'wetransferAlternative',
        path: '/wetransfer-alternative',
        label: texts.pages.wetransferAlternative,
      },
      {
        key: 'dropboxAlternative',
        path: '/dropbox-alternative',
        label: texts.pages.dropboxAlternative,
      },
      { key: 'gmail', path: '/file-too-big-for-gmail', label: texts.pages.gmail },
    ],
  },
  {
    title: texts.groups.send,
    links: [
      { key: 'large', path: '/send-large-files', label: texts.pages.large },
      { key: 'tenGigabytes', path: '/send-10gb-file', label: texts.pages.tenGigabytes },
      { key: 'video', path: '/send-video-files', label: texts.pages.video },
    ],
  },
];

const understandGroup: MarketingGroup = {
  title: texts.groups.understand,
  links: [
    { key: 'p2p', path: '/p2p-file-transfer', label: texts.pages.p2p },
    {
      key: 'hipaa',
      path: '/hipaa-compliant-file-sharing',
      label: texts.pages.hipaa,
    },
    { key: 'trust', path: paths.trust, label: texts.pages.trust },
  ],
};

/** A server without payments does not compare itself with other services. */
export const marketingGroups = (brand: Brand, hasPayments: boolean): MarketingGroup[] => [
  ...(hasPayments ? sellingGroups(brand) : []),
  understandGroup,
];

export const marketingLinks = (brand: Brand, hasPayments = true): MarketingLink[] =>
  marketingGroups(brand, hasPayments).flatMap(({ links }) => links);
