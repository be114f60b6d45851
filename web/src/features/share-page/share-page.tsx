import { Suspense, useEffect, useReducer, useState } from 'react';
import { useParams } from 'react-router-dom';
import { LanguageMenu } from '../../components/language/language-menu.js';
import { lazyPart } from '../../components/parts/lazy-part.js';
import { PartBoundary } from '../../components/parts/part-boundary.js';
import { OperatorLinks } from '../../components/site/operator-links.js';
import { Wordmark } from '../../components/site/wordmark.js';
import { toast } from '../../components/toast/index.js';
import { startSession, useSession } from '../../lib/account/session.js';
import { hadSession } from '../../lib/account/session/session-store.js';
import { keepDetails, keptDetails } from '../../lib/account/visitor-details.js';
import { isInsideApp } from '../../lib/browser/device/inside-app.js';
import { hasWebRtc } from '../../lib/browser/device/web-rtc.js';
import { useFocusOrder } from '../../lib/browser/focus/use-focus-order.js';
import { nameTab } from '../../lib/browser/title-progress.js';
import { ApiError } from '../../lib/http/http.js';
import { paths } from '../../lib/paths.js';
import { useBrand } from '../../lib/texts/brand.js';
import { DetailsForm } from './details-form.js';
import { FileTicket } from './panel/file-ticket.js';
import { Steps } from './panel/steps.js';
import { PasswordForm } from './password-form.js';
import { arrivedFile } from './receive/session/arrived.js';
import { describeRefusal } from './session/describe-refusal.js';
import { loadTransferEngine, type LoadEngine } from './session/engine-port.js';
import { initialFlow, nextFlow, type Access, type Flow, type FlowEvent } from './session/flow.js';
import { createGrantKeeper } from './session/grant-keeper.js';
import { rememberProtected, usePageLink } from './session/page-link.js';
import { openShare, type DownloaderInfo, type OpenedShare } from './session/share-api.js';
import styles from './share-page.module.css';
import shared from './shared.module.css';
import { texts } from './texts.js';

/** A separate chunk, so that recipients do not load what only owners see. */
const SenderPanel = lazyPart(async () => {
  const { SenderPanel } = await import('./send/sender-panel.js');
  return { default: SenderPanel };
});

/** A separate chunk as well: only owners see it. */
const OwnEnded = lazyPart(() => import('./send/own-ended.js'));

/** Loads while the user fills in the form: nothing before needs it. */
const loadReceiverPanel = async () => {
  const { ReceiverPanel } = await import('./receive/receiver-panel.js');
  return { default: ReceiverPanel };
};
const ReceiverPanel = lazyPart(loadReceiverPanel);

/** Apart, since few recipients need it. */
const BeforePassword = lazyPart(() => import('./receive/before/before-password.js'));
const isNotable = (shareId: string): boolean =>
  !hasWebRtc() || isInsideApp() || arrivedFile(shareId) !== null;

export interface SharePageProps {
  /** Replaced by tests. */
  loadEngine?: LoadEngine;
}

const accessTo = (share: OpenedShare, password: string, linkKey: string | null): Access => ({
  share,
  grantKeeper: createGrantKeeper(share, password),
  linkKey,
});

const submitPassword = async (
  { shareId, linkKey }: { shareId: string; linkKey: string | null },
  password: string,
  dispatch: (event: FlowEvent) => void,
): Promise<void> => {
  dispatch({ type: 'password-submitted' });
  try {
    const share = await openShare(shareId, password);
    if (linkKey !== null && !share.isOwner) void rememberProtected(shareId, linkKey);
    dispatch({ type: 'opened', access: accessTo(share, password, linkKey) });
  } catch (error) {
    const { title, message } = describeRefusal(error);
    dispatch({ type: 'refused', message });
    toast({ title, description: message, variant: 'destructive' });
  }
};

/** /share/{id}: password, then name and email, then the download; the owner sends instead. */
export default function SharePage({ loadEngine = loadTransferEngine }: SharePageProps) {
  const { id = '' } = useParams();
  const link = usePageLink(id);
  const linkKey = link.kind === 'key' ? link.key : null;
  const brand = useBrand();
  useEffect(() => void startSession(), []);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Wordmark name={brand.name} href={paths.landing} />
      </header>
      <main className={styles.main}>
        {link.kind === 'damaged' || link.kind === 'other' ? (
          <RefusedLink {...texts[link.kind === 'other' ? 'otherKey' : 'damaged']} />
        ) : (
          // The key restarts the flow when another link is opened in the same tab.
          <ShareFlow
            key={`${id} ${linkKey}`}
            shareId={id}
            linkKey={linkKey}
            loadEngine={loadEngine}
          />
        )}
      </main>
      <footer className={styles.footer}>
        <p>{texts.page.promise}</p>
        <nav aria-label={brand.name}>
          <a href={paths.terms}>{texts.page.terms}</a>
          <a href={paths.privacy}>{texts.page.privacy}</a>
          <OperatorLinks />
        </nav>
        <LanguageMenu />
      </footer>
    </div>
  );
}

const useTabName = (step: Flow['step']): void => {
  const brand = useBrand();
  const { title, senderTitle } = texts.page;
  const name = step === 'sender' ? senderTitle(brand.name) : title(brand.name);
  useEffect(() => nameTab(name), [name]);
};

/** The recipient must open the right link; opening this one, or a plain one, would give up its protection. */
function RefusedLink({ title, text }: { title: string; text: string }) {
  useTabName('password');
  return (
    <section className={styles.card} aria-labelledby="step-title">
      <h1 id="step-title">{title}</h1>
      <p role="alert">{text}</p>
    </section>
  );
}

interface ShareFlowProps {
  shareId: string;
  /** The fragment of a protected link; null for a plain one. */
  linkKey: string | null;
  loadEngine: LoadEngine;
}

const headings: Record<Flow['step'], string> = {
  password: texts.password.title,
  details: texts.details.title,
  receiver: texts.page.receiveTitle,
  sender: texts.page.sendTitle,
};

const intros: Record<Flow['step'], string | null> = {
  password: texts.password.intro,
  details: texts.details.intro,
  receiver: null,
  sender: null,
};

interface OwnShare {
  /** It is not known yet whether this is the user's share. */
  isAsked: boolean;
  /** The server's answer to the owner of a share that has ended, else null. */
  ended: string | null;
}

/** The owner's session is enough; for other users the password stays the way in. */
const useOwnShare = (
  shareId: string,
  linkKey: string | null,
  dispatch: (event: FlowEvent) => void,
): OwnShare => {
  const [ended, setEnded] = useState<string | null>(null);
  const [isAnswered, setIsAnswered] = useState(false);
  const { status } = useSession();
  const isUser = status === 'user';
  useEffect(() => {
    if (!isUser) return;
    openShare(shareId, '', []).then(
      (share) => {
        setIsAnswered(true);
        if (share.isOwner) dispatch({ type: 'opened', access: accessTo(share, '', linkKey) });
      },
      // Only the owner sees that the share has ended. The form shows the refusal of an attempt with a password.
      (error: unknown) => {
        setIsAnswered(true);
        if (error instanceof ApiError && error.failure.reason === 'share-ended')
          setEnded(error.failure.body);
      },
    );
  }, [isUser, shareId, linkKey, dispatch]);
  return { isAsked: isUser ? !isAnswered : status === 'loading' && hadSession(), ended };
};

function OwnShareEnded({ refusal }: { refusal: string }) {
  return (
    <section className={styles.card} aria-labelledby="step-title">
      <h1 id="step-title">{headings.sender}</h1>
      <PartBoundary>
        <Suspense fallback={null}>
          <OwnEnded refusal={refusal} />
        </Suspense>
      </PartBoundary>
    </section>
  );
}

function ShareFlow({ shareId, linkKey, loadEngine }: ShareFlowProps) {
  const [flow, dispatch] = useReducer(nextFlow, initialFlow);
  const { isAsked, ended } = useOwnShare(shareId, linkKey, dispatch);
  const { step } = flow;
  const isEnded = ended !== null && step === 'password';
  const shown = isEnded ? 'sender' : step;
  useTabName(shown);
  useFocusOrder(shown);
  if (isEnded) return <OwnShareEnded refusal={ended} />;
  const intro = intros[step];
  return (
    <section className={styles.card} aria-labelledby="step-title" data-step={step}>
      <Steps step={step} />
      <h1 id="step-title">{headings[step]}</h1>
      {flow.step !== 'password' && <FileTicket share={flow.access.share} />}
      {intro !== null && (
        <p className={shared.intro} id="step-intro">
          {intro}
        </p>
      )}
      {step === 'password' && isNotable(shareId) && (
        <PartBoundary>
          <Suspense fallback={null}>
            <BeforePassword
              shareId={shareId}
              linkKey={linkKey}
              buttonClass={shared.button}
              loadEngine={loadEngine}
            />
          </Suspense>
        </PartBoundary>
      )}
      <PartBoundary resetKey={step}>
        <CurrentStep
          flow={flow}
          dispatch={dispatch}
          shareId={shareId}
          linkKey={linkKey}
          loadEngine={loadEngine}
        />
      </PartBoundary>
      {step === 'password' && isAsked && <p className={shared.intro}>{texts.password.own}</p>}
    </section>
  );
}

interface CurrentStepProps extends ShareFlowProps {
  flow: Flow;
  dispatch: (event: FlowEvent) => void;
}

function CurrentStep({ flow, dispatch, shareId, linkKey, loadEngine }: CurrentStepProps) {
  const session = useSession();
  const known: DownloaderInfo =
    session.status === 'user'
      ? { name: session.user.displayName ?? '', email: session.user.email ?? '' }
      : keptDetails();
  switch (flow.step) {
    case 'password':
      return (
        <PasswordForm
          isVerifying={flow.isVerifying}
          error={flow.error}
          onSubmit={(password) => {
            // Load the engine while the server checks the password and the user fills in the form.
            loadEngine().catch(() => undefined);
            loadReceiverPanel().catch(() => undefined);
            void submitPassword({ shareId, linkKey }, password, dispatch);
          }}
        />
      );
    case 'details':
      return (
        <DetailsForm
          known={known}
          onSubmit={(downloader) => {
            // The details of a signed-in user come from the session.
            if (session.status === 'visitor') keepDetails(downloader);
            dispatch({ type: 'details-given', downloader });
          }}
        />
      );
    case 'receiver':
      return (
        <Suspense fallback={null}>
          <ReceiverPanel
            access={flow.access}
            downloader={flow.downloader}
            isVisitor={session.status === 'visitor'}
            loadEngine={loadEngine}
          />
        </Suspense>
      );
    case 'sender':
      return (
        <Suspense fallback={null}>
          <SenderPanel access={flow.access} loadEngine={loadEngine} />
        </Suspense>
      );
  }
}
