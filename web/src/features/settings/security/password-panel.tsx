import { defaultPolicy } from '@tandem/proto/browser/policy';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { LoadFailure } from '../../../components/page/load-failure.js';
import { Panel } from '../../../components/page/panel.js';
import { PasswordField } from '../../../components/password-field.js';
import { toast } from '../../../components/toast/index.js';
import { isCommonPassword } from '../../../lib/account/passwords/common-passwords.js';
import { PasswordChangedOnly } from '../../../lib/account/passwords/password-changed.js';
import {
  isPersonalPassword,
  type KnownAboutUser,
} from '../../../lib/account/passwords/personal-passwords.js';
import { changePassword, hasPassword } from '../../../lib/account/session.js';
import { codeOf } from '../../../lib/account/session/auth-code.js';
import { useSignedInUser } from '../../../lib/account/user-api.js';
import { settingsApi } from '../api.js';
import styles from '../settings.module.css';
import { texts } from '../texts.js';
import { changeErrorMessage } from './change-errors.js';
import { useLoaded } from './use-loaded.js';

const { password: names } = texts;

interface Values {
  current: string;
  next: string;
  confirm: string;
}

interface Fault {
  field: keyof Values;
  message: string;
}

const findFault = async (
  { next, confirm }: Values,
  known: KnownAboutUser,
): Promise<Fault | null> => {
  if (next !== confirm) return { field: 'confirm', message: names.mismatch };
  const ofNext = (message: string): Fault => ({ field: 'next', message });
  if (next.length < defaultPolicy.passwordMinLength) return ofNext(names.tooShort);
  if (isPersonalPassword(next, known)) return ofNext(names.personal);
  return (await isCommonPassword(next)) ? ofNext(names.common) : null;
};

/** What the change means for the user. */
const change = async ({ current, next }: Values): Promise<string> => {
  try {
    await changePassword(current, next);
    return names.changed.description;
  } catch (error) {
    if (error instanceof PasswordChangedOnly) return names.signInAgain;
    throw error;
  }
};

const isWrongPassword = (error: unknown): boolean =>
  codeOf(error) === 'auth/wrong-password' || codeOf(error) === 'auth/invalid-credential';

function PasswordForm() {
  const user = useSignedInUser();
  const [form] = Form.useForm<Values>();
  const [endOtherSessions] = settingsApi.useEndOtherSessionsMutation();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const show = ({ field, message }: Fault): void => {
    form.setFields([{ name: field, errors: [message] }]);
    form.focusField(field);
  };
  const save = async (values: Values): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      const known = { email: user?.email ?? '', displayName: user?.displayName ?? '' };
      const fault = await findFault(values, known);
      if (fault !== null) {
        show(fault);
        return;
      }
      const description = await change(values);
      // The change has ended the sign-ins; this removes their sessions from the list, or ends this one as well.
      await endOtherSessions(undefined);
      form.resetFields();
      toast({ variant: 'success', title: names.changed.title, description });
    } catch (failure) {
      if (isWrongPassword(failure)) show({ field: 'current', message: names.wrong });
      else setError(changeErrorMessage(failure, names.failed));
    } finally {
      setIsBusy(false);
    }
  };
  const toggles = { showLabel: names.show, hideLabel: names.hide };
  const rules = [{ required: true, message: names.required }];
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      name="change-password"
      className={styles.form ?? ''}
      onFinish={(values) => void save(values)}
    >
      {/* Lets password managers choose the account. */}
      <input type="email" value={user?.email ?? ''} readOnly hidden autoComplete="username" />
      <Form.Item name="current" label={names.current} rules={rules}>
        <PasswordField autoComplete="current-password" {...toggles} />
      </Form.Item>
      <Form.Item name="next" label={names.next} rules={rules} extra={names.hint}>
        <PasswordField autoComplete="new-password" {...toggles} />
      </Form.Item>
      <Form.Item name="confirm" label={names.confirm} rules={rules}>
        <PasswordField autoComplete="new-password" {...toggles} />
      </Form.Item>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Button htmlType="submit" loading={isBusy}>
        {names.save}
      </Button>
    </Form>
  );
}

/** Changes the password; absent for accounts that sign in with Google alone. */
export function PasswordPanel() {
  const { value: isUsed, isMissing, retry } = useLoaded(hasPassword);
  if (isUsed !== true && !isMissing) return null;
  return (
    <Panel title={names.title} lead={names.lead} className={styles.panel}>
      {isMissing ? <LoadFailure onRetry={retry}>{names.loadFailed}</LoadFailure> : <PasswordForm />}
    </Panel>
  );
}
