import { Button, Form, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { PasswordField } from '../../../components/password-field.js';
import { answerSignInQuestion } from '../../../lib/account/confirm-sign-in.js';
import {
  confirmPassword,
  hasPassword,
  signOut,
  useHasExpired,
} from '../../../lib/account/session.js';
import { useSignedInUser } from '../../../lib/account/user-api.js';
import { loginPath } from '../../../lib/paths.js';
import { confirmErrorMessage } from './confirm-errors.js';
import { texts } from '../texts.js';

const { confirmation } = texts;

const usePassword = (): boolean | undefined => {
  const [isUsed, setIsUsed] = useState<boolean>();
  useEffect(() => {
    hasPassword().then(setIsUsed, () => setIsUsed(true));
  }, []);
  return isUsed;
};

/** Google's script may not run on this page, so users without a password sign in again on the sign-in page. */
function SignInElsewhere() {
  return (
    <Modal
      open
      title={confirmation.title}
      okText={confirmation.signOut}
      cancelText={confirmation.cancel}
      onOk={() => {
        answerSignInQuestion(false);
        void signOut();
      }}
      onCancel={() => answerSignInQuestion(false)}
    >
      <p>{confirmation.withoutPassword}</p>
    </Modal>
  );
}

/** In another tab, because leaving the page would end what it sends. */
function SignInInTab() {
  const email = useSignedInUser()?.email;
  const address = loginPath(email == null ? {} : { email });
  return (
    <Modal open title={confirmation.expired.title} footer={null} closable={false}>
      <p>{confirmation.expired.withoutPassword}</p>
      <Button block size="large" type="primary" href={address} target="_blank" rel="noreferrer">
        {confirmation.expired.open}
      </Button>
    </Modal>
  );
}

function PasswordQuestion({ hasExpired }: { hasExpired: boolean }) {
  const email = useSignedInUser()?.email ?? '';
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
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
      title={hasExpired ? confirmation.expired.title : confirmation.title}
      footer={null}
      closable={!hasExpired}
      onCancel={() => hasExpired || answerSignInQuestion(false)}
    >
      <Form<{ password: string }>
        layout="vertical"
        requiredMark={false}
        name="confirm-sign-in"
        onFinish={(values) => void confirm(values)}
      >
        <Form.Item>{hasExpired ? confirmation.expired.text : confirmation.text}</Form.Item>
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
            autoFocus
            autoComplete="current-password"
            showLabel={texts.showPassword}
            hideLabel={texts.hidePassword}
          />
        </Form.Item>
        <Button block size="large" type="primary" htmlType="submit" loading={isBusy}>
          {confirmation.confirm}
        </Button>
      </Form>
    </Modal>
  );
}

/** The question of `askForRecentSignIn`. It stays while the session has expired and the page is still needed. */
export function ConfirmSignIn() {
  const usesPassword = usePassword();
  const hasExpired = useHasExpired();
  if (usesPassword === undefined) return null;
  if (usesPassword) return <PasswordQuestion hasExpired={hasExpired} />;
  return hasExpired ? <SignInInTab /> : <SignInElsewhere />;
}

export default ConfirmSignIn;
