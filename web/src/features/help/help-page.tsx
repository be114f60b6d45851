import { Navigate } from 'react-router-dom';
import { Accordion } from '../../components/accordion.js';
import { LoadingScreen } from '../../components/loading-screen.js';
import { MailLink } from '../../components/page/links.js';
import { PageHead } from '../../components/page/page-head.js';
import { Panel } from '../../components/page/panel.js';
import { isPaid, useOwnRecord } from '../../lib/account/user-api.js';
import { useTitle } from '../../lib/browser/use-title.js';
import { useHasPayments } from '../../lib/http/use-config.js';
import { paths } from '../../lib/paths.js';
import { useBrand } from '../../lib/texts/brand.js';
import { usePolicy } from '../../lib/use-policy.js';
import styles from './help-page.module.css';
import { texts } from './texts.js';
import { Tutorial } from './tutorial.js';

function Questions() {
  const items = texts
    .faq(usePolicy(), useHasPayments())
    .map(({ question, answer }) => ({ title: question, text: answer }));
  return (
    <Panel title={texts.faqTitle} className={styles.panel}>
      <Accordion items={items} />
    </Panel>
  );
}

function Contact() {
  const { supportEmail } = useBrand();
  const contactText = useHasPayments() ? texts.contactText : texts.contactTextWithoutPayments;
  return (
    <Panel title={texts.contactTitle} className={styles.panel}>
      <p className={styles.note}>{contactText}</p>
      <MailLink address={supportEmail}>{texts.contactAction(supportEmail)}</MailLink>
    </Panel>
  );
}

/** /help. Where plans are sold, users on the free plan are redirected to the home page. */
export function HelpPage() {
  useTitle(texts.title);
  const hasPayments = useHasPayments();
  const { data: record, error } = useOwnRecord();
  // `isError` is false during the next attempt; the page must stay.
  if (record === undefined && error === undefined) return <LoadingScreen />;
  // Without an answer the user may be one who pays, and the page has no secret.
  if (hasPayments && record !== undefined && !isPaid(record.subscriptionStatus))
    return <Navigate to={paths.home} replace />;
  return (
    <div className={styles.page}>
      <PageHead title={texts.title} lead={texts.lead} />
      <Tutorial />
      <Questions />
      <Contact />
    </div>
  );
}

export default HelpPage;
