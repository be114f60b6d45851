import { useFacts, type Facts } from '../../components/site/facts.js';
import { usePageMeta } from '../../components/site/page-meta.js';
import { SitePage } from '../../components/site/site-page.js';
import { paths } from '../../lib/paths.js';
import { Faq } from './blocks/faq.js';
import { Section } from './blocks/section.js';
import { Steps } from './blocks/steps.js';
import type { Plan, Quote } from './content-types.js';
import { landingMeta } from './page-metas.js';
import { RouteDrawing } from './route-drawing.js';
import { texts } from './texts.js';
import './marketing.css';
import './landing.css';

const words = texts.landing;

export default function LandingPage() {
  const facts = useFacts();
  usePageMeta(landingMeta(facts));
  return <LandingView facts={facts} />;
}

export function LandingView({ facts }: { facts: Facts }) {
  const { how, faq, plans, quotes } = texts.landingContent(facts);
  return (
    <SitePage facts={facts}>
      <header className="ld-hero">
        <div className="st-inner">
          <h1>
            {words.heading.map((sentence) => (
              <span key={sentence}>{sentence} </span>
            ))}
          </h1>
          <div className="ld-hero-side">
            <p className="mk-lead">{words.lead}</p>
            <p className="mk-actions">
              <a className="st-button" href={paths.login}>
                {words.action}
              </a>
              {/* It does nothing: the specification's words. */}
              <button type="button" className="st-button st-button-quiet">
                {words.more}
              </button>
            </p>
          </div>
          <RouteDrawing />
        </div>
      </header>
      <div className="st-inner mk-blocks">
        <Steps block={how} id="how-it-works" />
        <Why />
      </div>
      <Voices quotes={quotes} />
      <div className="st-inner mk-blocks">
        <Faq block={{ kind: 'faq', heading: words.questions, items: faq }} id="questions" />
        <Pricing plans={plans} />
      </div>
      <section className="mk-closing" aria-labelledby="closing">
        <div className="st-inner">
          <h2 id="closing">{words.closing}</h2>
          <a className="st-button" href={paths.login}>
            {words.action}
          </a>
        </div>
      </section>
    </SitePage>
  );
}

/** Three cards, each with the smallest drawing that makes its point. */
function Why() {
  const { time, empty, proof } = words;
  return (
    <Section heading={words.why}>
      <div className="ld-why">
        <article className="ld-card ld-card-time">
          <h3>{time.title}</h3>
          <p>{time.text}</p>
          <div className="ld-bars" aria-hidden="true">
            <span className="ld-bar ld-bar-ours">{time.ours}</span>
            <span className="ld-bar">{time.up}</span>
            <span className="ld-bar ld-bar-late">{time.down}</span>
          </div>
        </article>
        <article className="ld-card ld-card-empty">
          <h3>{empty.title}</h3>
          <p>{empty.text}</p>
          <p className="ld-zero">
            <strong>{empty.figure}</strong> <span>{empty.unit}</span>
          </p>
        </article>
        <article className="ld-card ld-card-proof">
          <h3>{proof.title}</h3>
          <p>{proof.text}</p>
          <div className="ld-sums" aria-hidden="true">
            <code>{proof.sender} 9f86d081…0f00a08</code>
            <code>{proof.recipient} 9f86d081…0f00a08</code>
            <span>{proof.equal}</span>
          </div>
        </article>
      </div>
    </Section>
  );
}

function Voices({ quotes }: { quotes: readonly Quote[] }) {
  return (
    <section className="ld-voices" aria-labelledby="voices">
      <div className="st-inner">
        <h2 id="voices">{words.voices}</h2>
        <p className="ld-voices-note">{words.voicesNote}</p>
        <ul>
          {quotes.map(({ text, who }) => (
            <li key={text}>
              <figure>
                <blockquote>{text}</blockquote>
                <figcaption>{who}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Tickets: the product is a ride for two. */
function Pricing({ plans }: { plans: readonly Plan[] }) {
  return (
    <Section heading={words.pricing} intro={words.pricingIntro} id="pricing">
      <ul className="ld-plans">
        {plans.map(({ name, price, rhythm, points, action, isMarked }) => (
          <li key={name} className={isMarked ? 'ld-plan ld-plan-marked' : 'ld-plan'}>
            <div className="ld-plan-head">
              <h3>{name}</h3>
              <p>
                <strong>{price}</strong> <span>{rhythm}</span>
              </p>
            </div>
            <ul className="ld-points">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <a className={isMarked ? 'st-button' : 'st-button st-button-quiet'} href={paths.login}>
              {action}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
