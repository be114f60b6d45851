import { Suspense, useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { LanguageMenu } from '../../components/language/language-menu.js';
import { LoadingScreen } from '../../components/loading-screen.js';
import { lazyPart } from '../../components/parts/lazy-part.js';
import { PartBoundary } from '../../components/parts/part-boundary.js';
import { OperatorLinks } from '../../components/site/operator-links.js';
import { ExpiredBanner } from '../../features/auth/confirm/expired-banner.js';
import {
  failedPayment,
  handlePaymentReturn,
} from '../../features/billing/payment/payment-return.js';
import { ScreenWakeLock } from '../../features/dashboard/device/screen-wake-lock.js';
import { FollowShares } from '../../features/dashboard/sending/follow-shares.js';
import { TransferTitle } from '../../features/dashboard/sending/transfer-title.js';
import { TransfersContext } from '../../features/dashboard/sending/transfers-context.js';
import { useStopConfirmation } from '../../features/dashboard/sending/use-stop-confirmation.js';
import { UploadDraftContext } from '../../features/dashboard/upload/upload-draft-context.js';
import { UsageCard } from '../../features/dashboard/usage/usage-card.js';
import { answerSignInQuestion, useIsAskingForSignIn } from '../../lib/account/confirm-sign-in.js';
import {
  answerCodeQuestion,
  useCodeReason,
} from '../../lib/account/second-factor/code-question.js';
import { useHasExpired, type SignedInUser } from '../../lib/account/session.js';
import { useFocusOrder } from '../../lib/browser/focus/use-focus-order.js';
import { baseApi } from '../../lib/http/base-api.js';
import { paths } from '../../lib/paths.js';
import { signedInAppOf } from '../signed-in-app.js';
import { texts } from '../texts.js';
import { AntdProvider } from './antd/antd-provider.js';
import { Header } from './header.js';
import { Navigation } from './navigation.js';
import './antd/antd-dialogs.css';
import styles from './signed-in-frame.module.css';
import { useScrollMemory } from './use-scroll-memory.js';

function Shell({ user }: { user: SignedInUser }) {
  const { pathname } = useLocation();
  useFocusOrder(pathname);
  useScrollMemory();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {texts.skip}
      </a>
      <div className={styles.top}>
        <Header user={user} />
        <ExpiredBanner />
      </div>
      <div className={styles.body}>
        <div className={styles.side}>
          <Navigation />
          {pathname === paths.home && <UsageCard />}
        </div>
        <main id="content" className={styles.main} tabIndex={-1}>
          <PartBoundary place="page" resetKey={pathname}>
            <Suspense fallback={<LoadingScreen />}>
              <Outlet />
            </Suspense>
          </PartBoundary>
        </main>
        <footer className={styles.footer}>
          <LanguageMenu />
          <OperatorLinks />
        </footer>
      </div>
    </div>
  );
}

const ConfirmSignIn = lazyPart(() => import('../../features/auth/confirm/confirm-sign-in.js'));

const CodeDialog = lazyPart(() => import('../../features/auth/confirm/code-dialog.js'));

/** Open questions are declined when the pages that show them are left. */
const declineAll = (): void => {
  answerSignInQuestion(false);
  answerCodeQuestion(null);
};

function SignInQuestions() {
  const isAsking = useIsAskingForSignIn();
  const isCodeAsked = useCodeReason() !== null;
  const hasExpired = useHasExpired();
  const { confirmLogout, dialog } = useStopConfirmation();
  useEffect(() => {
    if (!hasExpired) return undefined;
    // The sign-in may also come from another tab.
    return () => answerSignInQuestion(true);
  }, [hasExpired]);
  useEffect(() => declineAll, []);
  return (
    <Suspense fallback={null}>
      {isAsking && (
        <PartBoundary onFailure={() => answerSignInQuestion(false)}>
          <ConfirmSignIn confirmLogout={confirmLogout} />
        </PartBoundary>
      )}
      {isCodeAsked && (
        <PartBoundary onFailure={() => answerCodeQuestion(null)}>
          <CodeDialog />
        </PartBoundary>
      )}
      {dialog}
    </Suspense>
  );
}

/** The frame of all signed-in pages: store, theme, sender sessions, header, navigation. */
export function SignedInFrame({ user }: { user: SignedInUser }) {
  const [{ store, transfers, draft }] = useState(() => signedInAppOf(user.uid));
  const navigate = useNavigate();
  useEffect(
    () =>
      handlePaymentReturn({
        onPaid: () => store.dispatch(baseApi.util.invalidateTags(['User'])),
        // That page keeps showing the failure, above the plans to try again with.
        onFailed: () => void navigate(paths.subscribe, { replace: true, state: failedPayment }),
      }),
    [store, navigate],
  );
  return (
    <Provider store={store}>
      <AntdProvider>
        <TransfersContext value={transfers}>
          <TransferTitle />
          <ScreenWakeLock />
          <FollowShares />
          <UploadDraftContext value={draft}>
            <Shell user={user} />
          </UploadDraftContext>
          <SignInQuestions />
        </TransfersContext>
      </AntdProvider>
    </Provider>
  );
}

export default SignedInFrame;
