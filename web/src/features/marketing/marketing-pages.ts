import type { Facts } from '../../components/site/facts.js';
import { marketingLinks } from '../../components/site/marketing-links.js';
import type { MarketingPage } from './content-types.js';
import { pageTexts } from './page-texts.js';

/**
 * The pages with the facts of this deployment, in the footer's order; fewer without payments, or with a lower limit of
 * sizes.
 */
export const marketingPages = (facts: Facts): MarketingPage[] =>
  marketingLinks(facts, facts.hasPayments !== false).map(({ key, path }) => ({
    ...pageTexts[key](facts),
    path,
  }));
