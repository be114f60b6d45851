import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { PasswordField } from '../../components/password-field.js';
import { fieldOf, signInErrorMessage } from './auth-errors.js';
import { GoogleButton } from './google/google-button.js';
import styles from './login-page.module.css';
import { signInWithPassword } from './sign-in.js';
import { texts } from './texts.js';
import type { AuthAction } from './use-auth-action.js';
import { useFormProblems } from './use-form-problems.js';

interface SignInValues {
  email: string;
  password: string;
}

interface SignInFormProps {
  email: string;
  /** Called with what the user types, which the other forms of the page start with. */
  onEmail: (email: string) => void;
  onForgotten: () => void;
  action: AuthAction;
}

export function SignInForm({ email, onEmail, onForgotten, action }: SignInFormProps) {
  const [form] = Form.useForm<SignInValues>();
  const initialValues: SignInValues = { email, password: '' };
  // `useWatch` reports a value later; until then Enter would not submit what a password manager has just filled in.
  const [typed, setTyped] = useState(initialValues);
  const isBusy = action.running !== null;
  const problems = useFormProblems(form);
  const isEmpty = (value: string): boolean => value.trim() === '';
  const onFinish = (values: SignInValues): void => {
    void action.perform({
      method: 'password',
      run: () => signInWithPassword(values.email, values.password),
      success: texts.welcomeBack,
      titleOf: () => texts.signInFailed,
      describe: signInErrorMessage,
      onFailure: (message, error) => problems.show(message, fieldOf(error)),
    });
  };
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      name="signin"
      initialValues={initialValues}
      onFinish={onFinish}
      onValuesChange={(changed: Partial<SignInValues>, values) => {
        problems.clear(changed);
        setTyped(values);
      }}
    >
      <Form.Item name="email" label={texts.email}>
        <Input
          size="large"
          type="email"
          autoComplete="email"
          placeholder={texts.emailPlaceholder}
          onChange={(event) => onEmail(event.target.value)}
        />
      </Form.Item>
      <Form.Item name="password" label={texts.password}>
        <PasswordField
          size="large"
          autoComplete="current-password"
          showLabel={texts.showPassword}
          hideLabel={texts.hidePassword}
        />
      </Form.Item>
      {problems.general}
      <Button
        block
        size="large"
        type="primary"
        htmlType="submit"
        disabled={isBusy || isEmpty(typed.email) || isEmpty(typed.password)}
      >
        {action.running === 'password' ? texts.signingIn : texts.signIn}
      </Button>
      <Button type="link" className={styles.forgotten ?? ''} onClick={onForgotten}>
        {texts.forgotLink}
      </Button>
      <GoogleButton label={texts.googleSignIn} action={action} />
    </Form>
  );
}
