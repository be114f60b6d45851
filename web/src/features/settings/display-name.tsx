import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { toast } from '../../components/toast/index.js';
import { changeName } from '../../lib/account/session.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

const { name: words } = texts;

/** As in the sign-up form. */
const maxNameLength = 100;

interface NameFormProps {
  current: string;
  onClose: () => void;
}

function NameForm({ current, onClose }: NameFormProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const save = async (name: string): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await changeName(name);
      toast({ variant: 'success', ...words.saved });
      onClose();
    } catch {
      setError(words.failed);
      setIsBusy(false);
    }
  };
  return (
    <Form<{ displayName: string }>
      layout="vertical"
      requiredMark={false}
      name="display-name"
      className={styles.form ?? ''}
      initialValues={{ displayName: current }}
      onFinish={({ displayName }) => void save(displayName.trim())}
    >
      <Form.Item
        name="displayName"
        label={texts.displayName}
        extra={words.hint}
        rules={[{ required: true, whitespace: true, message: words.required }]}
      >
        <Input autoFocus autoComplete="name" maxLength={maxNameLength} />
      </Form.Item>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {words.save}
        </Button>
        {/* A request under way cannot be cancelled. */}
        <Button disabled={isBusy} onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </Form>
  );
}

/** The name that recipients see, and its change. */
export function DisplayName({ name }: { name: string }) {
  const [isChanging, setIsChanging] = useState(false);
  if (isChanging) return <NameForm current={name} onClose={() => setIsChanging(false)} />;
  return (
    <Button size="small" onClick={() => setIsChanging(true)}>
      {words.change}
    </Button>
  );
}
