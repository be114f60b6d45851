import { paths } from '../../lib/paths.js';

/** Without their labels, which only public pages load. */
const sellingPaths = {
  wetransferAlternative: '/wetransfer-alternative',
  dropboxAlternative: '/dropbox-alternative',
  gmail: '/file-too-big-for-gmail',
  large: '/send-large-files',
  tenGigabytes: '/send-10gb-file',
  video: '/send-video-files',
};
const explainingPaths = {
  p2p: '/p2p-file-transfer',
  hipaa: '/hipaa-compliant-file-sharing',
  trust: paths.trust,
};

/** The marketing pages, in the order of the footer. */
export type MarketingKey = 'versus' | keyof typeof sellingPaths | keyof typeof explainingPaths;

/** The name of the comparison page contains the product's. */
export const marketingPaths = ({ slug }: { slug: string }): Record<MarketingKey, string> => ({
  versus: `/${slug}-vs-wetransfer`,
  ...sellingPaths,
  ...explainingPaths,
});
