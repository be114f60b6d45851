import type { Facts } from '../../components/site/facts.js';
import type { PageMeta } from '../../components/site/page-meta.js';
import { currentLanguage, languages } from '../../lib/language/language.js';
import { landingPath } from '../../lib/paths.js';
import type { FaqItem, MarketingPage } from './content-types.js';
import { texts } from './texts.js';

const faqData = (items: readonly FaqItem[]): Record<string, unknown> => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: items.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

export const pageMeta = (page: MarketingPage): PageMeta => ({
  path: page.path,
  title: page.title,
  description: page.description,
  structuredData: page.blocks.flatMap((block) =>
    block.kind === 'faq' ? [faqData(block.items)] : [],
  ),
});

export const landingMeta = (facts: Facts): PageMeta => {
  const { name } = facts.brand;
  const { title, description, faq, plans } = texts.landingContent(facts);
  return {
    path: landingPath(currentLanguage()),
    title,
    description,
    translations: Object.fromEntries(
      languages.map((language) => [language, landingPath(language)]),
    ),
    structuredData: [
      {
        '@context': 'https://schema.org',
        '@type': 'WebApplication',
        name,
        description,
        applicationCategory: 'UtilitiesApplication',
        operatingSystem: texts.operatingSystems,
        offers: plans.map(({ name: plan, usd }) => ({
          '@type': 'Offer',
          name: plan,
          price: usd,
          priceCurrency: 'USD',
        })),
      },
      faqData(faq),
    ],
  };
};
