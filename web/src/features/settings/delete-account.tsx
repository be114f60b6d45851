import { Button, Input, Modal, type InputRef } from 'antd';
import { useId, useRef, useState } from 'react';
import { FailureNotice, type Failure } from '../../components/page/failure-notice.js';
import { Panel } from '../../components/page/panel.js';
import { toast } from '../../components/toast/index.js';
import { leaveDeletedAccount } from '../../lib/account/session.js';
import { useSignedInUser } from '../../lib/account/user-api.js';
import { classNames } from '../../lib/class-names.js';
import { messageOf } from '../../lib/http/http.js';
import { settingsApi } from './api.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

const { danger } = texts;

/** What a keyboard or a paste adds does not count. */
const normalized = (email: string): string => email.trim().toLowerCase();

/** Deletes the account. Typing the email address prevents accidental deletion. */
export function DeleteAccount() {
  const [isAsking, setIsAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const [isDeleting, setIsDeleting] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [deleteAccount] = settingsApi.useDeleteAccountMutation();
  const user = useSignedInUser();
  const email = user?.email ?? '';
  const isConfirmed = email !== '' && normalized(typed) === normalized(email);
  const id = useId();
  const field = useRef<InputRef>(null);
  const confirm = async (): Promise<void> => {
    if (user === null) return;
    setIsDeleting(true);
    setFailure(null);
    try {
      await deleteAccount(user.uid).unwrap();
    } catch (error) {
      const { title, fallback } = danger.failed;
      setFailure({ title, description: messageOf(error, fallback) });
      setIsDeleting(false);
      return;
    }
    // The page stays busy until it is left: there is nothing to delete any more.
    toast(danger.done);
    await leaveDeletedAccount();
  };
  return (
    <Panel title={danger.title} className={classNames(styles.panel, styles.danger)}>
      <p className={styles.note}>{danger.text}</p>
      <Button danger onClick={() => setIsAsking(true)}>
        {danger.action}
      </Button>
      <Modal
        open={isAsking}
        title={danger.dialogTitle}
        okText={danger.confirm}
        cancelText={danger.keep}
        okButtonProps={{ danger: true, disabled: !isConfirmed }}
        confirmLoading={isDeleting}
        // A request under way cannot be cancelled.
        cancelButtonProps={{ disabled: isDeleting }}
        closable={!isDeleting}
        keyboard={!isDeleting}
        mask={{ closable: !isDeleting }}
        onOk={() => void confirm()}
        onCancel={() => setIsAsking(false)}
        afterOpenChange={(isOpen) => {
          if (isOpen) field.current?.focus();
          else {
            setTyped('');
            setFailure(null);
          }
        }}
      >
        {failure !== null && <FailureNotice failure={failure} />}
        <label htmlFor={id} className={styles.confirmation}>
          {danger.dialogText(email)}
        </label>
        <Input
          id={id}
          ref={field}
          value={typed}
          readOnly={isDeleting}
          autoComplete="off"
          placeholder={danger.field}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Modal>
    </Panel>
  );
}
