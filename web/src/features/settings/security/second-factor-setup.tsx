import { Button, Form } from 'antd';
import { Suspense, useState } from 'react';
import { CodeField, readCode } from '../../../components/code-field.js';
import { lazyPart } from '../../../components/parts/lazy-part.js';
import { PartBoundary } from '../../../components/parts/part-boundary.js';
import type { PendingFactor } from '../../../lib/account/second-factor/second-factor.js';
import { codeOf } from '../../../lib/account/session/auth-code.js';
import styles from '../settings.module.css';
import { texts } from '../texts.js';
import { changeErrorMessage } from './change-errors.js';

const QrCode = lazyPart(() => import('../../../components/qr-code/qr-code.js'));

const { secondFactor: words } = texts;

/** The provider waits for the first code for some minutes, and requires a sign-in that is as recent. */
const expiries: readonly (string | null)[] = [
  'auth/code-expired',
  'auth/invalid-verification-id',
  'auth/requires-recent-login',
];

interface SetupProps {
  pending: PendingFactor;
  onConfirmed: () => void;
  /** No code of this secret will be accepted. */
  onExpired: () => void;
  onCancel: () => void;
}

/** Shows the secret for the app, and takes a code as proof that the app has it. */
export function SecondFactorSetup({ pending, onConfirmed, onExpired, onCancel }: SetupProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const confirm = async (code: string): Promise<void> => {
    setIsBusy(true);
    // The same message again is announced only if it is a new element.
    setError(undefined);
    try {
      await pending.confirm(code);
      onConfirmed();
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
        {/* A request under way cannot be cancelled. */}
        <Button disabled={isBusy} onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </Form>
  );
}
