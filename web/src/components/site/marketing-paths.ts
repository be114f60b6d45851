/** The nine marketing pages, in the order of the footer. */
export type MarketingKey =
  | 'versus'
  | 'wetransferAlternative'
  | 'dropboxAlternative'
  | 'gmail'
  | 'large'
  | 'tenGigabytes'
  | 'p2p'
  | 'hipaa'
  | 'video';

export interface MarketingLink {
  key: MarketingKey;
  path: string;
  label: string;
}

export interface MarketingGroup {
  title: string;
  links: readonly MarketingLink[];
}

export const marketingGroups = (brand: { name: string; slug: string }): MarketingGroup[] => [
  {
    title: 'Compare',
    links: [
      {
        key: 'versus',
        path: `/${brand.slug}-vs-wetransfer`,
        label: `${brand.name} vs WeTransfer`,
      },
      {
        key: 'wetransferAlternative',
        path: '/wetransfer-alternative',
        label: 'WeTransfer alternative',
      },
      { key: 'dropboxAlternative', path: '/dropbox-alternative', label: 'Dropbox alternative' },
      { key: 'gmail', path: '/file-too-big-for-gmail', label: 'File too big for Gmail' },
    ],
  },
  {
    title: 'Send',
    links: [
      { key: 'large', path: '/send-large-files', label: 'Send large files' },
      { key: 'tenGigabytes', path: '/send-10gb-file', label: 'Send a 10 GB file' },
      { key: 'video', path: '/send-video-files', label: 'Send video files' },
    ],
  },
  {
    title: 'Understand',
    links: [
      { key: 'p2p', path: '/p2p-file-transfer', label: 'P2P file transfer' },
      {
        key: 'hipaa',
        path: '/hipaa-compliant-file-sharing',
        label: 'HIPAA and file sharing',
      },
    ],
  },
];

export const marketingLinks = (brand: { name: string; slug: string }): MarketingLink[] =>
  marketingGroups(brand).flatMap(({ links }) => links);
