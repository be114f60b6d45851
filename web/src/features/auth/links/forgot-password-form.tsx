import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { takeFocus } from '../../../lib/browser/focus/take-focus.js';
import styles from '../login-page.module.css';
import { texts } from '../texts.js';
import { requestErrorMessage } from './link-errors.js';
import { requestPasswordReset } from './password-actions.js';

const { forgot } = texts;

interface ForgotPasswordProps {
  email: string;
  /** Called with what the user types, which the other forms of the page start with. */
  onEmail: (email: string) => void;
  onBack: () => void;
}

/** Asks the identity provider for a reset link. The answer is the same for every address. */
export function ForgotPasswordForm({ email, onEmail, onBack }: ForgotPasswordProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const [error, setError] = useState<string>();
  const send = async (values: { email: string }): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await requestPasswordReset(values.email);
      setIsSent(true);
    } catch (failure) {
      setError(requestErrorMessage(failure));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      {isSent ? (
        <p role="status" className={styles.outcome} ref={takeFocus} tabIndex={-1}>
          {forgot.sent}
        </p>
      ) : (
        <Form<{ email: string }>
          layout="vertical"
          requiredMark={false}
          name="forgot"
          initialValues={{ email }}
          onFinish={(values) => void send(values)}
        >
          <Form.Item
            name="email"
            label={texts.email}
            rules={[{ required: true, message: texts.required }]}
            {...(error !== undefined && { validateStatus: 'error' as const, help: error })}
          >
            <Input
              size="large"
              type="email"
              autoComplete="email"
              placeholder={texts.emailPlaceholder}
              onChange={(event) => onEmail(event.target.value)}
            />
          </Form.Item>
          <Button block size="large" type="primary" htmlType="submit" loading={isBusy}>
            {forgot.send}
          </Button>
        </Form>
      )}
      <Button type="link" className={styles.back ?? ''} onClick={onBack}>
        {forgot.back}
      </Button>
    </>
  );
}
