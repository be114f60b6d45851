import { useFacts, type Facts } from '../../../components/site/facts.js';
import { usePageMeta } from '../../../components/site/page-meta.js';
import site from '../../../components/site/shared.module.css';
import { SitePage } from '../../../components/site/site-page.js';
import { classNames } from '../../../lib/class-names.js';
import { signUpPath } from '../../../lib/paths.js';
import { Faq } from '../blocks/faq.js';
import { Steps } from '../blocks/steps.js';
import { Closing } from '../closing.js';
import { landingMeta } from '../page-metas.js';
import { RouteDrawing } from '../route-drawing.js';
import shared from '../shared.module.css';
import { texts } from '../texts.js';
import styles from './landing-page.module.css';
import { Preview } from './preview.js';
import { Pricing } from './pricing.js';
import { Voices } from './voices.js';
import { Why } from './why.js';

const words = texts.landing;

export default function LandingPage() {
  const facts = useFacts();
  usePageMeta(landingMeta(facts));
  return <LandingView facts={facts} />;
}

export function LandingView({ facts }: { facts: Facts }) {
  const { how, faq, plans, action } = texts.landingContent(facts);
  return (
    <SitePage facts={facts}>
      <header className={styles.hero}>
        <div className={classNames(site.inner, styles.inner)}>
          <h1 className={shared.title}>
            {words.heading.map((sentence) => (
              <span key={sentence}>{sentence} </span>
            ))}
          </h1>
          <div>
            <p className={classNames(shared.lead, styles.lead)}>{words.lead}</p>
            <p className={shared.actions}>
              <a className={site.button} href={signUpPath()}>
                {action}
              </a>
              {/* Without a function: requirement 2.32. */}
              <button type="button" className={classNames(site.button, site.quiet)}>
                {words.more}
              </button>
            </p>
          </div>
          <RouteDrawing className={styles.drawing} />
        </div>
      </header>
      <div className={classNames(site.inner, shared.blocks)}>
        <Steps block={how} id="how-it-works" />
        <Preview />
        <Why />
      </div>
      {facts.testimonials.length > 0 && <Voices testimonials={facts.testimonials} />}
      <div className={classNames(site.inner, shared.blocks)}>
        <Faq block={{ kind: 'faq', heading: words.questions, items: faq }} id="questions" />
        {plans.length > 0 && <Pricing plans={plans} />}
      </div>
      <Closing heading={words.closing} action={action} href={signUpPath()} />
    </SitePage>
  );
}
