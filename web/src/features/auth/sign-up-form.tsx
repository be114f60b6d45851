import { Button, Form, Input } from 'antd';
import { PasswordField } from '../../components/password-field.js';
import { toast } from '../../components/toast/index.js';
import { isCommonPassword } from '../../lib/account/passwords/common-passwords.js';
import { loadConfig } from '../../lib/http/config.js';
import { fieldOf, signUpErrorMessage, signUpErrorTitle } from './auth-errors.js';
import { GoogleButton } from './google/google-button.js';
import { signUpWithPassword } from './sign-in.js';
import { texts } from './texts.js';
import type { AuthAction } from './use-auth-action.js';
import { useFormProblems } from './use-form-problems.js';
import { findPasswordFault, findSignUpFault, type SignUpValues } from './validation.js';

const required = [{ required: true, message: texts.required }];

interface SignUpFormProps {
  email: string;
  /** Called with what the user types, which the other forms of the page start with. */
  onEmail: (email: string) => void;
  name: string;
  action: AuthAction;
}

export function SignUpForm({ email, onEmail, name, action }: SignUpFormProps) {
  const [form] = Form.useForm<SignUpValues>();
  const isBusy = action.running !== null;
  const problems = useFormProblems(form);
  const findFault = async (values: SignUpValues) => {
    // Without it there is no sign-up either, and that failure is shown.
    const config = await loadConfig().catch(() => null);
    return config?.policy.refuseCommonPasswords === true
      ? findPasswordFault(values, isCommonPassword)
      : findSignUpFault(values);
  };
  const onFinish = async (values: SignUpValues): Promise<void> => {
    const fault = await findFault(values);
    if (fault !== null) {
      toast({ variant: 'destructive', title: fault.title, description: fault.message });
      problems.show(fault.message, fault === texts.mismatch ? 'confirmPassword' : 'password');
      return;
    }
    void action.perform({
      method: 'password',
      run: () => signUpWithPassword(values),
      success: texts.created,
      titleOf: signUpErrorTitle,
      describe: signUpErrorMessage,
      onFailure: (message, error) => problems.show(message, fieldOf(error)),
    });
  };
  const toggles = { showLabel: texts.showPassword, hideLabel: texts.hidePassword };
  return (
    <Form<SignUpValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      name="signup"
      initialValues={{ displayName: name, email, password: '', confirmPassword: '' }}
      onFinish={(values) => void onFinish(values)}
      onValuesChange={problems.clear}
    >
      <Form.Item name="displayName" label={texts.displayName}>
        <Input
          size="large"
          autoComplete="name"
          placeholder={texts.displayNamePlaceholder}
          maxLength={100}
        />
      </Form.Item>
      <Form.Item name="email" label={texts.email} rules={required}>
        <Input
          size="large"
          type="email"
          autoComplete="email"
          placeholder={texts.emailPlaceholder}
          onChange={(event) => onEmail(event.target.value)}
        />
      </Form.Item>
      <Form.Item name="password" label={texts.password} rules={required} extra={texts.passwordHint}>
        <PasswordField size="large" autoComplete="new-password" {...toggles} />
      </Form.Item>
      <Form.Item name="confirmPassword" label={texts.confirmPassword} rules={required}>
        <PasswordField size="large" autoComplete="new-password" {...toggles} />
      </Form.Item>
      {problems.general}
      <Button block size="large" type="primary" htmlType="submit" disabled={isBusy}>
        {action.running === 'password' ? texts.signingUp : texts.signUp}
      </Button>
      <GoogleButton label={texts.googleSignUp} action={action} />
    </Form>
  );
}
