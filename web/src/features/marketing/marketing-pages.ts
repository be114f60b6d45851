import type { Facts } from '../../components/site/facts.js';
import { marketingLinks, type MarketingKey } from '../../components/site/marketing-paths.js';
import { dropboxAlternativePage } from './content/dropbox-alternative.js';
import { gmailPage } from './content/gmail.js';
import { hipaaPage } from './content/hipaa.js';
import { largePage } from './content/large.js';
import { p2pPage } from './content/p2p.js';
import { tenGigabytesPage } from './content/ten-gigabytes.js';
import { versusPage } from './content/versus.js';
import { videoPage } from './content/video.js';
import { wetransferAlternativePage } from './content/wetransfer-alternative.js';
import type { MarketingPage } from './content-types.js';

const writers: Record<MarketingKey, (facts: Facts) => Omit<MarketingPage, 'path'>> = {
  versus: versusPage,
  wetransferAlternative: wetransferAlternativePage,
  dropboxAlternative: dropboxAlternativePage,
  gmail: gmailPage,
  large: largePage,
  tenGigabytes: tenGigabytesPage,
  p2p: p2pPage,
  hipaa: hipaaPage,
  video: videoPage,
};

/** The nine pages with the facts of this deployment, in the order of the footer. */
export const marketingPages = (facts: Facts): MarketingPage[] =>
  marketingLinks(facts.brand).map(({ key, path }) => ({ ...writers[key](facts), path }));
