import { Navigate } from 'react-router-dom';
import { Accordion } from '../../components/accordion.js';
import { Icon } from '../../components/icon.js';
import { LoadingScreen } from '../../components/loading-screen.js';
import { useBrand } from '../../lib/texts/brand.js';
import { paths } from '../../lib/paths.js';
import { isPaid, useOwnRecord } from '../../lib/account/user-api.js';
import { useConfig } from '../../lib/http/use-config.js';
import { useTitle } from '../../lib/browser/use-title.js';
import { texts } from './texts.js';
import './help.css';

/** Recorded from the product itself; part of the static files. */
const tutorialPath = '/tutorial.webm';

function Questions() {
  const canCancelForever = useConfig()?.policy.canCancelProForever !== false;
  const items = texts
    .faq(canCancelForever)
    .map(({ question, answer }) => ({ title: question, text: answer }));
  return (
    <section className="panel" aria-labelledby="faq-title">
      <h2 id="faq-title">{texts.faqTitle}</h2>
      <Accordion items={items} />
    </section>
  );
}

function Contact() {
  const { supportEmail } = useBrand();
  return (
    <section className="panel" aria-labelledby="contact-title">
      <h2 id="contact-title">{texts.contactTitle}</h2>
      <p className="help-note">{texts.contactText}</p>
      <a className="button-link" href={`mailto:${supportEmail}`}>
        <Icon name="mail" /> {texts.contactAction(supportEmail)}
      </a>
    </section>
  );
}

/** /help, for paid plans; others are sent home. */
export function HelpPage() {
  useTitle(texts.title);
  const { data: record, isError } = useOwnRecord();
  if (record === undefined && !isError) return <LoadingScreen />;
  if (!isPaid(record?.subscriptionStatus)) return <Navigate to={paths.home} replace />;
  return (
    <div className="help">
      <header className="page-head">
        <h1>{texts.title}</h1>
        <p>{texts.lead}</p>
      </header>
      <a className="help-video" href={tutorialPath} target="_blank" rel="noreferrer">
        <Icon name="play" />
        <span>
          <strong>{texts.video}</strong>
          <small>{texts.videoNote}</small>
        </span>
      </a>
      <Questions />
      <Contact />
    </div>
  );
}

export default HelpPage;
