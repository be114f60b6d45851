import { Fragment } from 'react';
import { paths } from '../../lib/paths.js';
import { useFacts, type Facts } from '../../components/site/facts.js';
import { usePageMeta } from '../../components/site/page-meta.js';
import type { MarketingKey } from '../../components/site/marketing-paths.js';
import { SitePage } from '../../components/site/site-page.js';
import { BlockView } from './blocks/block-view.js';
import type { MarketingPage as Page } from './content-types.js';
import { marketingPages } from './marketing-pages.js';
import { pageMeta } from './page-metas.js';
import { RouteDrawing } from './route-drawing.js';
import './marketing.css';

/** One of the nine, by its key; the router and the prerenderer both come through MarketingView. */
export default function MarketingPage({ pageKey }: { pageKey: MarketingKey }) {
  const facts = useFacts();
  const page = marketingPages(facts).find(({ key }) => key === pageKey);
  if (page === undefined) throw new Error(`no marketing page is called ${pageKey}`);
  usePageMeta(pageMeta(page));
  return <MarketingView page={page} facts={facts} />;
}

export function MarketingView({ page, facts }: { page: Page; facts: Facts }) {
  return (
    <SitePage facts={facts}>
      <Hero hero={page.hero} />
      <div className="st-inner mk-blocks">
        {page.blocks.map((block, index) => (
          <Fragment key={index}>
            <BlockView block={block} />
          </Fragment>
        ))}
      </div>
      <section className="mk-closing" aria-labelledby="closing">
        <div className="st-inner">
          <h2 id="closing">{page.closing.heading}</h2>
          <p>{page.closing.text}</p>
          <a className="st-button" href={paths.login}>
            {page.hero.action}
          </a>
        </div>
      </section>
    </SitePage>
  );
}

function Hero({ hero }: { hero: Page['hero'] }) {
  return (
    <header className={`mk-hero mk-hero-${hero.look}`}>
      <div className="st-inner">
        {hero.figure !== undefined && (
          <p className="mk-hero-figure" aria-hidden="true">
            {hero.figure}
          </p>
        )}
        <div className="mk-hero-words">
          <h1>{hero.heading}</h1>
          <p className="mk-lead">{hero.lead}</p>
          <p className="mk-actions">
            <a className="st-button" href={paths.login}>
              {hero.action}
            </a>
          </p>
          <p className="mk-small">{hero.small}</p>
        </div>
        {hero.look === 'line' && <RouteDrawing />}
      </div>
    </header>
  );
}
