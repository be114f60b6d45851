import { Button, Form, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { PasswordField } from '../../../components/password-field.js';
import { answerSignInQuestion } from '../../../lib/account/confirm-sign-in.js';
import { confirmPassword, hasPassword, signOut } from '../../../lib/account/session.js';
import { useSignedInUser } from '../../../lib/account/user-api.js';
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

function PasswordQuestion() {
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
      title={confirmation.title}
      footer={null}
      onCancel={() => answerSignInQuestion(false)}
    >
      <Form<{ password: string }>
        layout="vertical"
        requiredMark={false}
        name="confirm-sign-in"
        onFinish={(values) => void confirm(values)}
      >
        <Form.Item>{confirmation.text}</Form.Item>
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

/** The question of `askForRecentSignIn`. */
export function ConfirmSignIn() {
  const usesPassword = usePassword();
  if (usesPassword === undefined) return null;
  return usesPassword ? <PasswordQuestion /> : <SignInElsewhere />;
}

export default ConfirmSignIn;
