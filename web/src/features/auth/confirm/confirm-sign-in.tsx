import { Button, Form, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { PasswordField } from '../../../components/password-field.js';
import { signOutWithToast } from '../../../components/toast/sign-out-with-toast.js';
import { answerSignInQuestion } from '../../../lib/account/confirm-sign-in.js';
import { confirmPassword, hasPassword, useHasExpired } from '../../../lib/account/session.js';
import { useSignedInUser } from '../../../lib/account/user-api.js';
import { loginPath } from '../../../lib/paths.js';
import { texts } from '../texts.js';
import { confirmErrorMessage } from './confirm-errors.js';
import { expiredTexts } from './texts.js';

const { confirmation } = texts;

/** Null if the account is not here: another tab has given it up after an expiry. Undefined before the answer. */
const usePassword = (): boolean | null | undefined => {
  const [isUsed, setIsUsed] = useState<boolean | null>();
  useEffect(() => {
    hasPassword().then(setIsUsed, () => setIsUsed(null));
  }, []);
  return isUsed;
};

const close = (): void => answerSignInQuestion(false);

interface SignOutProps {
  /** Asks the user if a sign-out would end what is being sent. Resolves to true if it may go on. */
  confirmLogout: () => Promise<boolean>;
}

/** Google's script may not run on this page, so users without a password sign in again on the sign-in page. */
function SignInElsewhere({ confirmLogout }: SignOutProps) {
  const logOut = async (): Promise<void> => {
    if (!(await confirmLogout())) return;
    close();
    await signOutWithToast();
  };
  return (
    <Modal
      open
      title={confirmation.title}
      okText={confirmation.signOut}
      cancelText={confirmation.cancel}
      onOk={() => void logOut()}
      onCancel={close}
    >
      <p>{confirmation.withoutPassword}</p>
    </Modal>
  );
}

/** In another tab, because leaving the page would end what it sends. */
function SignInLink({ isPrimary = false }: { isPrimary?: boolean }) {
  const email = useSignedInUser()?.email;
  return (
    <Button
      block
      size="large"
      type={isPrimary ? 'primary' : 'default'}
      href={loginPath(email == null ? {} : { email })}
      target="_blank"
      rel="noreferrer"
    >
      {expiredTexts.open}
    </Button>
  );
}

function SignInInTab() {
  return (
    <Modal open title={expiredTexts.title} footer={null} onCancel={close}>
      <p>{expiredTexts.withoutPassword}</p>
      <SignInLink isPrimary />
    </Modal>
  );
}

interface PasswordQuestionProps {
  hasExpired: boolean;
  /** The user may sign in without a password. */
  isUnsure: boolean;
}

function PasswordQuestion({ hasExpired, isUnsure }: PasswordQuestionProps) {
  const email = useSignedInUser()?.email ?? '';
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [form] = Form.useForm<{ password: string }>();
  const confirm = async ({ password }: { password: string }): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await confirmPassword(password);
      answerSignInQuestion(true);
    } catch (failure) {
      setError(confirmErrorMessage(failure));
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      title={hasExpired ? expiredTexts.title : confirmation.title}
      footer={null}
      onCancel={close}
      // The dialog gives the focus to its first button, which closes it.
      afterOpenChange={(isOpen) => isOpen && form.focusField('password')}
    >
      <Form<{ password: string }>
        form={form}
        layout="vertical"
        requiredMark={false}
        name="confirm-sign-in"
        onFinish={(values) => void confirm(values)}
      >
        <Form.Item>{hasExpired ? expiredTexts.text : confirmation.text}</Form.Item>
        {/* Lets password managers choose the account. */}
        <input type="email" value={email} readOnly hidden autoComplete="username" />
        <Form.Item
          name="password"
          label={texts.password}
          rules={[{ required: true, message: texts.required }]}
          {...(error !== undefined && { validateStatus: 'error' as const, help: error })}
        >
          <PasswordField
            size="large"
            autoComplete="current-password"
            showLabel={texts.showPassword}
            hideLabel={texts.hidePassword}
          />
        </Form.Item>
        <Button block size="large" type="primary" htmlType="submit" loading={isBusy}>
          {confirmation.confirm}
        </Button>
      </Form>
      {isUnsure && (
        <>
          <p>{expiredTexts.elsewhere}</p>
          <SignInLink />
        </>
      )}
    </Modal>
  );
}

/** The question of `askForRecentSignIn`. */
export function ConfirmSignIn({ confirmLogout }: SignOutProps) {
  const usesPassword = usePassword();
  const hasExpired = useHasExpired();
  if (usesPassword === undefined) return null;
  if (usesPassword === false)
    return hasExpired ? <SignInInTab /> : <SignInElsewhere confirmLogout={confirmLogout} />;
  const isUnsure = hasExpired && usesPassword === null;
  return <PasswordQuestion hasExpired={hasExpired} isUnsure={isUnsure} />;
}

export default ConfirmSignIn;
