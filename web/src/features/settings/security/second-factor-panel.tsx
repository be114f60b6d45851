import { Button, Form } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { CodeField, readCode } from '../../../components/code-field.js';
import { Panel } from '../../../components/page/panel.js';
import { lazyPart } from '../../../components/parts/lazy-part.js';
import { PartBoundary } from '../../../components/parts/part-boundary.js';
import { toast } from '../../../components/toast/index.js';
import { askForRecentSignIn } from '../../../lib/account/confirm-sign-in.js';
import type {
  PendingFactor,
  SecondFactor,
} from '../../../lib/account/second-factor/second-factor.js';
import {
  loadSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from '../../../lib/account/session.js';
import { codeOf } from '../../../lib/account/session/auth-code.js';
import { useBrand } from '../../../lib/texts/brand.js';
import { formatDay } from '../../../lib/texts/format.js';
import { usePolicy } from '../../../lib/use-policy.js';
import styles from '../settings.module.css';
import { texts } from '../texts.js';
import { useEmailVerified } from '../use-email-verified.js';
import { changeErrorMessage } from './change-errors.js';

const QrCode = lazyPart(() => import('../../../components/qr-code/qr-code.js'));

const { secondFactor: words } = texts;

/** The provider waits for the first code for some minutes, and requires a sign-in that is as recent. */
const expiries: readonly (string | null)[] = [
  'auth/code-expired',
  'auth/invalid-verification-id',
  'auth/requires-recent-login',
];

/** The provider requires a recent sign-in: an unlocked computer is not enough to change the second factor. */
const withRecentSignIn = async (run: () => Promise<void>): Promise<void> => {
  try {
    await run();
  } catch (error) {
    if (codeOf(error) !== 'auth/requires-recent-login') throw error;
    if (await askForRecentSignIn()) await run();
  }
};

interface SetupProps {
  pending: PendingFactor;
  onDone: () => void;
  /** No code of this secret will be accepted. */
  onExpired: () => void;
  onCancel: () => void;
}

/** Shows the secret for the app, and takes a code as proof that the app has it. */
function Setup({ pending, onDone, onExpired, onCancel }: SetupProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const confirm = async (code: string): Promise<void> => {
    setIsBusy(true);
    // The same message again is announced only if it is a new element.
    setError(undefined);
    try {
      await pending.confirm(code);
      onDone();
    } catch (failure) {
      if (expiries.includes(codeOf(failure))) {
        onExpired();
        return;
      }
      const isWrong = codeOf(failure) === 'auth/invalid-verification-code';
      setError(isWrong ? words.wrong : changeErrorMessage(failure, words.failed));
      setIsBusy(false);
    }
  };
  return (
    <Form<{ code: string }>
      layout="vertical"
      requiredMark={false}
      name="set-up-second-factor"
      className={styles.form ?? ''}
      onFinish={({ code }) => void confirm(readCode(code))}
    >
      <p>{words.scan}</p>
      <div className={styles.code}>
        <PartBoundary>
          <Suspense fallback={null}>
            <QrCode value={pending.uri} label={words.codeLabel} />
          </Suspense>
        </PartBoundary>
      </div>
      <p className={styles.note}>
        {words.type}{' '}
        <code dir="ltr" translate="no" className={styles.key}>
          {pending.secret}
        </code>
      </p>
      <p className={styles.note}>{words.lost}</p>
      <CodeField label={words.label} invalid={words.invalid} error={error} />
      <div className={styles.plan}>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {words.confirm}
        </Button>
        <Button onClick={onCancel}>{words.cancel}</Button>
      </div>
    </Form>
  );
}

function SecondFactorSettings() {
  const { name: brand } = useBrand();
  const isVerified = useEmailVerified();
  /** Undefined until it is loaded. */
  const [factor, setFactor] = useState<SecondFactor | null>();
  const [pending, setPending] = useState<PendingFactor | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();

  useEffect(() => {
    loadSecondFactor().then(setFactor, () => undefined);
  }, []);

  const change = async (run: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await withRecentSignIn(run);
    } catch (failure) {
      setError(changeErrorMessage(failure, words.failed));
    } finally {
      setIsBusy(false);
    }
  };
  const setUp = (): Promise<void> => change(async () => setPending(await startSecondFactor(brand)));
  const remove = (): Promise<void> =>
    change(async () => {
      await removeSecondFactor();
      setFactor(await loadSecondFactor());
      toast({ variant: 'success', ...words.turnedOff });
    });
  const onExpired = (): void => {
    setPending(null);
    setError(words.expired);
  };
  const onTurnedOn = (): void => {
    setPending(null);
    toast({ variant: 'success', ...words.turnedOn });
    loadSecondFactor().then(setFactor, () => setError(words.failed));
  };

  if (factor === undefined || isVerified === undefined) return null;
  return (
    <Panel title={words.title} lead={words.lead} className={styles.panel}>
      {pending !== null ? (
        <Setup
          pending={pending}
          onDone={onTurnedOn}
          onExpired={onExpired}
          onCancel={() => setPending(null)}
        />
      ) : (
        <div className={styles.plan}>
          <span>{factor === null ? words.off : words.on(formatDay(factor.enrolledAt))}</span>
          {factor === null ? (
            <Button disabled={!isVerified} loading={isBusy} onClick={() => void setUp()}>
              {words.setUp}
            </Button>
          ) : (
            <Button danger loading={isBusy} onClick={() => void remove()}>
              {words.remove}
            </Button>
          )}
          {factor === null && !isVerified && (
            <span className={styles.note}>{words.unverified}</span>
          )}
        </div>
      )}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </Panel>
  );
}

/** Codes of an authenticator app; absent where the deployment does not offer them. */
export function SecondFactorPanel() {
  return usePolicy().offersSecondFactor ? <SecondFactorSettings /> : null;
}
