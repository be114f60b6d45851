import type { Facts } from '../../components/site/facts.js';
import type { MarketingKey } from '../../components/site/marketing-paths.js';
import type { MarketingPage } from './content-types.js';
import { dropboxAlternativePage } from './content/en/dropbox-alternative.js';
import { gmailPage } from './content/en/gmail.js';
import { hipaaPage } from './content/en/hipaa.js';
import { largePage } from './content/en/large.js';
import { p2pPage } from './content/en/p2p.js';
import { tenGigabytesPage } from './content/en/ten-gigabytes.js';
import { trustPage } from './content/en/trust.js';
import { versusPage } from './content/en/versus.js';
import { videoPage } from './content/en/video.js';
import { wetransferAlternativePage } from './content/en/wetransfer-alternative.js';

/** A function for each page that fills the facts of the deployment into its prose. */
export type PageTexts = Record<MarketingKey, (facts: Facts) => Omit<MarketingPage, 'path'>>;

/** The prose of the pages, in English only. */
export const pageTexts: PageTexts = {
  versus: versusPage,
  wetransferAlternative: wetransferAlternativePage,
  dropboxAlternative: dropboxAlternativePage,
  gmail: gmailPage,
  large: largePage,
  tenGigabytes: tenGigabytesPage,
  p2p: p2pPage,
  hipaa: hipaaPage,
  video: videoPage,
  trust: trustPage,
};
