/** The public pages as static HTML without scripts; prerender.mjs renders them at build time. */
// First, so that the rules of the modules follow it in the stylesheet.
import '../../theme/base.css';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { builtFacts, type Facts } from '../../components/site/facts.js';
import type { PageMeta } from '../../components/site/page-meta.js';
import { LegalView, legalMeta } from '../../features/legal/legal-page.js';
import { privacyPolicy } from '../../features/legal/privacy.js';
import { termsOfService } from '../../features/legal/terms.js';
import { LandingView } from '../../features/marketing/landing/landing-page.js';
import { MarketingView } from '../../features/marketing/marketing-page.js';
import { marketingPages } from '../../features/marketing/marketing-pages.js';
import { landingMeta, pageMeta } from '../../features/marketing/page-metas.js';
import { setRelease } from '../../lib/browser/release.js';
import type { Policy } from '../../lib/http/policy.js';
import { currentLanguage, directionOf } from '../../lib/language/language.js';
import { getBrand } from '../../lib/texts/brand.js';
import { themeColours } from '../../theme/scheme-css.js';
import { appPages } from './app-pages.js';
import { describePage } from './link-preview.js';

export interface StaticPage {
  /** e.g. `/terms`; the file goes to `dist/terms/index.html`. */
  path: string;
  html: string;
  /** Paths of the same page, by language; none for a page that only English has. */
  translations: Readonly<Record<string, string>>;
}

export interface StaticSiteOptions {
  /** Address of the stylesheet, with its hash. */
  stylesheet: string;
  /** e.g. `https://tandem.example`; empty if the build has no origin. */
  origin: string;
  /** Id of the build. */
  release: string;
  /** False: the pages of a server without payments, which name no prices. */
  hasPayments: boolean;
  /** What the deployment has configured. */
  configured?: Partial<Policy & Pick<Facts, 'testimonials'>>;
}

interface Draft {
  meta: PageMeta;
  content: ReactElement;
}

const landingDraft = (facts: Facts): Draft => ({
  meta: landingMeta(facts),
  content: <LandingView facts={facts} />,
});

const drafts = (facts: Facts): Draft[] => [
  landingDraft(facts),
  ...marketingPages(facts).map((page) => ({
    meta: pageMeta(page),
    content: <MarketingView page={page} facts={facts} />,
  })),
  ...[termsOfService(facts), privacyPolicy(facts)].map((document) => ({
    meta: legalMeta(document, facts),
    content: <LegalView document={document} facts={facts} />,
  })),
];

interface DocumentProps extends Draft {
  facts: Facts;
  options: StaticSiteOptions;
}

function HtmlDocument({ meta, content, facts, options }: DocumentProps) {
  const address = `${options.origin}${meta.path}`;
  return (
    <html
      lang={currentLanguage()}
      dir={directionOf(currentLanguage()) === 'rtl' ? 'rtl' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{meta.title}</title>
        <meta name="description" content={meta.description} />
        <link rel="canonical" href={address} />
        {Object.entries(meta.translations ?? {}).map(([language, path]) => (
          <link
            key={language}
            rel="alternate"
            hrefLang={language}
            href={`${options.origin}${path}`}
          />
        ))}
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={facts.brand.name} />
        <meta property="og:title" content={meta.title} />
        <meta property="og:description" content={meta.description} />
        <meta property="og:url" content={address} />
        <meta property="og:image" content={`${options.origin}/og.png`} />
        <meta name="twitter:card" content="summary_large_image" />
        {themeColours.map((colour) => (
          <meta key={colour.media} name="theme-color" {...colour} />
        ))}
        <meta name="referrer" content="strict-origin-when-cross-origin" />
        <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="stylesheet" href={options.stylesheet} />
        {meta.structuredData.map((data, index) => (
          <StructuredData key={index} data={data} />
        ))}
      </head>
      <body>{content}</body>
    </html>
  );
}

/** A data block is exempt from the content security policy. `<` is escaped, since `</script>` would end it. */
function StructuredData({ data }: { data: Record<string, unknown> }) {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** A copy of the app's page for each of its paths, with a title and a description of its own. */
export const renderAppPages = (shell: string, hasPayments: boolean): StaticPage[] =>
  [...appPages(getBrand().name, hasPayments)].map(([path, description]) => ({
    path,
    html: describePage(shell, description),
    translations: {},
  }));

const renderDrafts = (
  draw: (facts: Facts) => Draft[],
  options: StaticSiteOptions,
): StaticPage[] => {
  setRelease(options.release);
  const facts = { ...builtFacts(options.hasPayments), ...options.configured };
  return draw(facts).map((draft) => ({
    path: draft.meta.path,
    translations: draft.meta.translations ?? {},
    html: `<!doctype html>\n${renderToStaticMarkup(
      <HtmlDocument {...draft} facts={facts} options={options} />,
    )}\n`,
  }));
};

/** Every public page with the facts of this build. */
export const renderStaticSite = (options: StaticSiteOptions): StaticPage[] =>
  renderDrafts(drafts, options);

/** The landing page alone: the other pages have no translation. */
export const renderLandingPage = (options: StaticSiteOptions): StaticPage[] =>
  renderDrafts((facts) => [landingDraft(facts)], options);
