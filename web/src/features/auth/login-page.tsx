import { Tabs } from 'antd';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LanguageMenu } from '../../components/language/language-menu.js';
import { Link } from '../../components/page/link.js';
import { OperatorLinks } from '../../components/site/operator-links.js';
import { Wordmark } from '../../components/site/wordmark.js';
import { answerCodeQuestion } from '../../lib/account/second-factor/code-question.js';
import { useFocusOrder } from '../../lib/browser/focus/use-focus-order.js';
import { useTitle } from '../../lib/browser/use-title.js';
import { useHasPayments } from '../../lib/http/use-config.js';
import { paths } from '../../lib/paths.js';
import { useBrand } from '../../lib/texts/brand.js';
import { usePolicy } from '../../lib/use-policy.js';
import CodeDialog from './confirm/code-dialog.js';
import { EmailLinkPage, readEmailLink, type EmailLink } from './links/email-link.js';
import { ForgotPasswordForm } from './links/forgot-password-form.js';
import styles from './login-page.module.css';
import { SignInForm } from './sign-in-form.js';
import { SignUpForm } from './sign-up-form.js';
import { texts } from './texts.js';
import { useAuthAction, type AuthAction } from './use-auth-action.js';

type LoginTab = 'signin' | 'signup';

/** Two dots and the line between them, drawn when the page opens. */
function MeetingLine() {
  return (
    <svg className={styles.line} viewBox="0 0 420 190" aria-hidden="true">
      <path d="M40 150C130 10 290 10 380 150" pathLength="1" />
      <circle cx="40" cy="150" r="13" className={styles.sender} />
      <circle cx="380" cy="150" r="13" className={styles.recipient} />
    </svg>
  );
}

function BrandPanel() {
  return (
    <aside className={styles.panel}>
      <div className={styles.panelBody}>
        <MeetingLine />
        <p className={styles.panelTitle}>{texts.panelTitle}</p>
        <ul>
          {texts.panelPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

const titleOf = (link: EmailLink | null, isForgotten: boolean, tab: LoginTab): string => {
  if (link !== null) return texts.link.titles[link.mode];
  if (isForgotten) return texts.forgot.title;
  return tab === 'signup' ? texts.signUpTab : texts.signInTab;
};

interface CredentialsProps {
  tab: LoginTab;
  onTab: (tab: LoginTab) => void;
  email: string;
  onEmail: (email: string) => void;
  /** Prefills the display name. */
  name: string;
  onForgotten: () => void;
  action: AuthAction;
}

/** The tabs Sign In and Sign Up, with their heading. */
function Credentials(props: CredentialsProps) {
  const { tab, onTab, email, onEmail, name, onForgotten, action } = props;
  const policy = usePolicy();
  const hasPayments = useHasPayments();
  const leadSignUp = hasPayments ? texts.leadSignUp(policy) : texts.leadSignUpWithoutPayments;
  const items = [
    {
      key: 'signin',
      label: texts.signInTab,
      children: (
        <SignInForm email={email} onEmail={onEmail} onForgotten={onForgotten} action={action} />
      ),
    },
    {
      key: 'signup',
      label: texts.signUpTab,
      children: <SignUpForm email={email} onEmail={onEmail} name={name} action={action} />,
    },
  ];
  return (
    <>
      <h1>{tab === 'signup' ? texts.titleSignUp : texts.title}</h1>
      <p className={styles.lead}>{tab === 'signup' ? leadSignUp : texts.lead}</p>
      <Tabs
        activeKey={tab}
        items={items}
        destroyOnHidden
        onChange={(key) => onTab(key === 'signup' ? 'signup' : 'signin')}
      />
    </>
  );
}

/** /login. The query's `email`, `name` and `tab` prefill it. */
export function LoginPage() {
  const { name: brand } = useBrand();
  const [query] = useSearchParams();
  const [email, setEmail] = useState(query.get('email') ?? '');
  const link = readEmailLink(query);
  const isLink = link !== null;
  const [isForgotten, setIsForgotten] = useState(false);
  const [tab, setTab] = useState<LoginTab>(query.get('tab') === 'signup' ? 'signup' : 'signin');
  useFocusOrder(isForgotten ? 'forgotten' : 'sign-in');
  useTitle(titleOf(link, isForgotten, tab));
  // The code is a password for a while: it must not stay in the address bar and in the history. The router keeps it
  // until the next navigation.
  useEffect(() => {
    if (isLink) window.history.replaceState(window.history.state, '', paths.login);
  }, [isLink]);
  useEffect(() => () => answerCodeQuestion(null), []);
  const action = useAuthAction();
  return (
    <div className={styles.page}>
      <BrandPanel />
      <CodeDialog />
      <main className={styles.main}>
        <div className={styles.card}>
          <Link to={paths.home} className={styles.logo}>
            <Wordmark name={brand} />
          </Link>
          {link !== null && (
            <>
              <h1>{texts.link.titles[link.mode]}</h1>
              <EmailLinkPage {...link} />
            </>
          )}
          {link === null && isForgotten && (
            <>
              <h1>{texts.forgot.title}</h1>
              <p className={styles.lead}>{texts.forgot.lead}</p>
              <ForgotPasswordForm
                email={email}
                onEmail={setEmail}
                onBack={() => setIsForgotten(false)}
              />
            </>
          )}
          {link === null && !isForgotten && (
            <Credentials
              tab={tab}
              onTab={setTab}
              email={email}
              onEmail={setEmail}
              name={query.get('name') ?? ''}
              onForgotten={() => setIsForgotten(true)}
              action={action}
            />
          )}
          <p className={styles.agreement}>
            {texts.agreement}
            <Link to={paths.terms}>{texts.terms}</Link>
            {texts.and}
            <Link to={paths.privacy}>{texts.privacy}</Link>
            {texts.agreementEnd}
          </p>
          <div className={styles.language}>
            <LanguageMenu />
            <OperatorLinks />
          </div>
        </div>
      </main>
    </div>
  );
}

export default LoginPage;
