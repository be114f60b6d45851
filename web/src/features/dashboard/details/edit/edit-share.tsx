import { maxLabelLength, maxNoteLength } from '@tandem/proto/browser/limits';
import { passwordFault, type PasswordFault } from '@tandem/proto/browser/share-password';
import { Button, Checkbox, Input, InputNumber } from 'antd';
import { useId, useState } from 'react';
import { toast } from '../../../../components/toast/index.js';
import { messageOf } from '../../../../lib/http/http.js';
import { usePolicy } from '../../../../lib/http/use-config.js';
import { useOwnRecord } from '../../../../lib/account/user-api.js';
import { serverNow } from '../../../../lib/http/server-time.js';
import { daysUntil } from '../../../../lib/texts/format.js';
import { sharesApi, type FileShare } from '../../api.js';
import { expiryRange } from '../../upload/options/expiry.js';
import { useTransfers } from '../../sending/transfers-context.js';
import { LimitField } from '../../upload/options/limit-field.js';
import { OwnPassword } from '../../upload/options/own-password.js';
import { texts } from '../../texts.js';
import styles from './edit-share.module.css';

const { edit } = texts;

const dayMs = 86_400_000;

/** The plan counts from the creation of the share. */
const mostDays = ({ createdAt }: FileShare, planDays: number): number =>
  Math.max(1, planDays - Math.floor((serverNow() - Date.parse(createdAt)) / dayMs));

interface EditShareProps {
  share: FileShare;
  onChanged: (share: FileShare) => void;
  onClose: () => void;
}

function EditForm({ share, onChanged, onClose }: EditShareProps) {
  const id = useId();
  const plan = useOwnRecord().data?.subscriptionStatus ?? 'free';
  const { max } = expiryRange(usePolicy(), plan);
  const daysLeft = Math.max(1, daysUntil(share.expiresAt, serverNow()));
  const [label, setLabel] = useState(share.label);
  const [note, setNote] = useState(share.note);
  const [limit, setLimit] = useState(share.maxDownloads);
  const [days, setDays] = useState(daysLeft);
  const [asksFirst, setAsksFirst] = useState(share.asksFirst);
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<PasswordFault | null>(null);
  const transfers = useTransfers();
  const [updateShare, { isLoading }] = sharesApi.useUpdateShareMutation();
  const save = async (): Promise<void> => {
    const fault = password === '' ? null : passwordFault(password, share.filename);
    setRefusal(fault);
    if (fault !== null) return;
    const body = {
      label,
      note,
      maxDownloads: limit,
      asksFirst,
      ...(password !== '' && { password }),
      // Unchanged days would move the expiry by the hours that have passed.
      ...(days !== daysLeft && { expiresInDays: days }),
    };
    try {
      const changed = await updateShare({ shareId: share.shareId, body }).unwrap();
      transfers.change(share.shareId, asksFirst, password !== '');
      toast({ variant: 'success', ...edit.saved });
      onChanged(changed);
      onClose();
    } catch (error) {
      const description = messageOf(error, edit.failed.fallback);
      toast({ variant: 'destructive', title: edit.failed.title, description });
    }
  };
  return (
    <form
      className={styles.form}
      aria-label={edit.title}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label htmlFor={`${id}-label`}>{edit.label}</label>
      <Input
        id={`${id}-label`}
        autoFocus
        maxLength={maxLabelLength}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <label htmlFor={`${id}-note`}>{edit.note}</label>
      <Input.TextArea
        id={`${id}-note`}
        autoSize={{ minRows: 1, maxRows: 5 }}
        maxLength={maxNoteLength}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Checkbox checked={asksFirst} onChange={(event) => setAsksFirst(event.target.checked)}>
        {texts.upload.asksFirst}
      </Checkbox>
      <OwnPassword
        label={edit.password}
        hint={edit.passwordHint}
        value={password}
        refusal={refusal}
        onChange={setPassword}
      />
      <LimitField value={limit} onChange={setLimit} />
      <label htmlFor={`${id}-days`}>{edit.expiry}</label>
      <InputNumber
        id={`${id}-days`}
        min={1}
        max={mostDays(share, max)}
        precision={0}
        value={days}
        suffix={edit.days(days)}
        onChange={(value) => setDays(value ?? daysLeft)}
      />
      <div className={styles.actions}>
        <Button type="primary" htmlType="submit" loading={isLoading}>
          {edit.save}
        </Button>
        <Button onClick={onClose}>{edit.cancel}</Button>
      </div>
    </form>
  );
}

interface EditableProps {
  share: FileShare;
  onChanged: (share: FileShare) => void;
}

/** What an owner may change after the creation: name, message, approval, password, limit and expiry. */
export function EditShare({ share, onChanged }: EditableProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen) return <Button onClick={() => setIsOpen(true)}>{edit.open}</Button>;
  return <EditForm share={share} onChanged={onChanged} onClose={() => setIsOpen(false)} />;
}
