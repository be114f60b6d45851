import { Button, Form } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { LoadingScreen } from '../../../components/loading-screen.js';
import { PasswordField } from '../../../components/password-field.js';
import { isCommonPassword } from '../../../lib/account/passwords/common-passwords.js';
import { loginPath } from '../../../lib/paths.js';
import { linkErrorMessage } from './link-errors.js';
import styles from '../login-page.module.css';
import { emailOfResetCode, resetPassword, verifyEmail } from './password-actions.js';
import { texts } from '../texts.js';
import { findPasswordFault } from '../validation.js';

const { link } = texts;

function Outcome({ text, email }: { text: string; email?: string }) {
  return (
    <>
      <p role="status" className={styles.outcome}>
        {text}
      </p>
      <Link to={loginPath(email === undefined ? {} : { email })}>{link.toSignIn}</Link>
    </>
  );
}

/** Runs `work` once; undefined until it has ended. */
const useOutcome = <Result,>(work: () => Promise<Result>) => {
  const [outcome, setOutcome] = useState<{ result: Result } | { error: string }>();
  useEffect(() => {
    work().then(
      (result) => setOutcome({ result }),
      (error: unknown) => setOutcome({ error: linkErrorMessage(error) }),
    );
    // oxlint-disable-next-line react/exhaustive-deps -- a link works once
  }, []);
  return outcome;
};

interface NewPassword {
  password: string;
  confirmPassword: string;
}

function NewPasswordForm({ code, email }: { code: string; email: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [error, setError] = useState<string>();
  const save = async (values: NewPassword): Promise<void> => {
    setIsBusy(true);
    try {
      const fault = await findPasswordFault({ ...values, email }, isCommonPassword);
      setError(fault?.message);
      if (fault !== null) return;
      await resetPassword(code, values.password);
      setIsDone(true);
    } catch (failure) {
      setError(linkErrorMessage(failure));
    } finally {
      setIsBusy(false);
    }
  };
  if (isDone) return <Outcome text={link.changed} email={email} />;
  const toggles = { showLabel: texts.showPassword, hideLabel: texts.hidePassword };
  const rules = [{ required: true, message: texts.required }];
  return (
    <Form<NewPassword>
      layout="vertical"
      requiredMark={false}
      name="new-password"
      onFinish={(values) => void save(values)}
    >
      <p className={styles.lead}>{link.account(email)}</p>
      <input type="email" value={email} readOnly hidden autoComplete="username" />
      <Form.Item name="password" label={link.password} rules={rules} extra={texts.passwordHint}>
        <PasswordField size="large" autoComplete="new-password" {...toggles} />
      </Form.Item>
      <Form.Item name="confirmPassword" label={texts.confirmPassword} rules={rules}>
        <PasswordField size="large" autoComplete="new-password" {...toggles} />
      </Form.Item>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Button block size="large" type="primary" htmlType="submit" loading={isBusy}>
        {link.save}
      </Button>
    </Form>
  );
}

function ResetLink({ code }: { code: string }) {
  const outcome = useOutcome(() => emailOfResetCode(code));
  if (outcome === undefined) return <LoadingScreen />;
  if ('error' in outcome) return <Outcome text={outcome.error} />;
  return <NewPasswordForm code={code} email={outcome.result} />;
}

function VerificationLink({ code }: { code: string }) {
  const outcome = useOutcome(() => verifyEmail(code));
  if (outcome === undefined) return <LoadingScreen />;
  return <Outcome text={'error' in outcome ? outcome.error : link.verified} />;
}

export interface EmailLink {
  mode: 'resetPassword' | 'verifyEmail';
  code: string;
}

/** The parameters that Firebase adds to the links in its e-mails. */
export const readEmailLink = (query: URLSearchParams): EmailLink | null => {
  const mode = query.get('mode');
  const code = query.get('oobCode') ?? '';
  if (code === '' || (mode !== 'resetPassword' && mode !== 'verifyEmail')) return null;
  return { mode, code };
};

/** What a link of an e-mail leads to. */
export function EmailLinkPage({ mode, code }: EmailLink) {
  return mode === 'resetPassword' ? <ResetLink code={code} /> : <VerificationLink code={code} />;
}
