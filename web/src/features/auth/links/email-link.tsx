import { Button, Form } from 'antd';
import { useEffect, useState } from 'react';
import { LoadingScreen } from '../../../components/loading-screen.js';
import { PasswordField } from '../../../components/password-field.js';
import { isCommonPassword } from '../../../lib/account/passwords/common-passwords.js';
import { useSession } from '../../../lib/account/session.js';
import styles from '../login-page.module.css';
import { texts } from '../texts.js';
import { useFormProblems } from '../use-form-problems.js';
import { findPasswordFault } from '../validation.js';
import { linkErrorMessage } from './link-errors.js';
import { Outcome } from './outcome.js';
import { applyCode, emailOfResetCode, resetPassword } from './password-actions.js';
import { UndoLink } from './undo-link.js';

const { link } = texts;

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
  const [form] = Form.useForm<NewPassword>();
  const problems = useFormProblems(form);
  const save = async (values: NewPassword): Promise<void> => {
    setIsBusy(true);
    // The same message again is announced only if it is a new element.
    setError(undefined);
    try {
      const fault = await findPasswordFault({ ...values, email }, isCommonPassword);
      if (fault !== null) {
        problems.show(fault.message, fault === texts.mismatch ? 'confirmPassword' : 'password');
        return;
      }
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
      form={form}
      layout="vertical"
      requiredMark={false}
      name="new-password"
      onValuesChange={problems.clear}
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
  const outcome = useOutcome(() => applyCode(code));
  const isSignedIn = useSession().status === 'user';
  if (outcome === undefined) return <LoadingScreen />;
  const text = 'error' in outcome ? outcome.error : link.verified;
  return <Outcome text={text} isSignedIn={isSignedIn} />;
}

export interface EmailLink {
  mode: keyof typeof link.titles;
  code: string;
}

/** Firebase's modes that lead to a page. The product changes no addresses and sends no sign-in links. */
const modes = [
  'resetPassword',
  'verifyEmail',
  'recoverEmail',
  'revertSecondFactorAddition',
] as const satisfies readonly EmailLink['mode'][];

/** The parameters that Firebase adds to the links in its e-mails. */
export const readEmailLink = (query: URLSearchParams): EmailLink | null => {
  const code = query.get('oobCode') ?? '';
  if (code === '') return null;
  return { mode: modes.find((mode) => mode === query.get('mode')) ?? 'unknown', code };
};

/** What a link of an e-mail leads to. */
export function EmailLinkPage({ mode, code }: EmailLink) {
  switch (mode) {
    case 'resetPassword':
      return <ResetLink code={code} />;
    case 'verifyEmail':
      return <VerificationLink code={code} />;
    case 'recoverEmail':
    case 'revertSecondFactorAddition':
      return <UndoLink mode={mode} code={code} />;
    case 'unknown':
      return <Outcome text={link.unknown} />;
  }
}
