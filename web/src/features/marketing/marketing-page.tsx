import { Fragment } from 'react';
import { Navigate } from 'react-router-dom';
import { useFacts, type Facts } from '../../components/site/facts.js';
import type { MarketingKey } from '../../components/site/marketing-paths.js';
import { usePageMeta } from '../../components/site/page-meta.js';
import site from '../../components/site/shared.module.css';
import { SitePage } from '../../components/site/site-page.js';
import { classNames } from '../../lib/class-names.js';
import { paths, signUpPath } from '../../lib/paths.js';
import { BlockView } from './blocks/block-view.js';
import { Closing } from './closing.js';
import type { HeroLook, MarketingPage as Page } from './content-types.js';
import styles from './marketing-page.module.css';
import { marketingPages } from './marketing-pages.js';
import { pageMeta } from './page-metas.js';
import { RouteDrawing } from './route-drawing.js';
import shared from './shared.module.css';

/** A marketing page other than the landing page. The prerenderer renders MarketingView directly. */
export default function MarketingPage({ pageKey }: { pageKey: MarketingKey }) {
  const facts = useFacts();
  const page = marketingPages(facts).find(({ key }) => key === pageKey);
  // Without payments, or with low limits, some pages do not exist.
  if (page === undefined) return <Navigate to={paths.home} replace />;
  return <Described page={page} facts={facts} />;
}

function Described({ page, facts }: { page: Page; facts: Facts }) {
  usePageMeta(pageMeta(page));
  return <MarketingView page={page} facts={facts} />;
}

export function MarketingView({ page, facts }: { page: Page; facts: Facts }) {
  return (
    <SitePage facts={facts} isEnglishOnly>
      <Hero hero={page.hero} />
      <div className={classNames(site.inner, shared.blocks)}>
        {page.blocks.map((block, index) => (
          <Fragment key={index}>
            <BlockView block={block} />
          </Fragment>
        ))}
      </div>
      <Closing {...page.closing} action={page.hero.action} href={signUpPath(true)} />
    </SitePage>
  );
}

const looks: Record<HeroLook, string | undefined> = {
  line: styles.line,
  figure: styles.figure,
  ink: styles.ink,
};

function Hero({ hero }: { hero: Page['hero'] }) {
  return (
    <header className={classNames(styles.hero, looks[hero.look])}>
      <div className={classNames(site.inner, styles.inner)}>
        {hero.figure !== undefined && (
          <p className={styles.bigFigure} aria-hidden="true">
            {hero.figure}
          </p>
        )}
        <div className={styles.words}>
          <h1 className={shared.title}>{hero.heading}</h1>
          <p className={classNames(shared.lead, styles.lead)}>{hero.lead}</p>
          <p className={shared.actions}>
            <a
              className={classNames(site.button, hero.look === 'ink' && site.onInk)}
              href={signUpPath(true)}
            >
              {hero.action}
            </a>
          </p>
          <p className={styles.small}>{hero.small}</p>
        </div>
        {hero.look === 'line' && <RouteDrawing />}
      </div>
    </header>
  );
}
