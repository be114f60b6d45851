import type { UpdateShareRequest } from '@tandem/proto/browser/http/file-shares';
import { maxLabelLength, maxNoteLength } from '@tandem/proto/browser/limits';
import { passwordFault, type PasswordFault } from '@tandem/proto/browser/share-password';
import { Button, Checkbox, Input, InputNumber } from 'antd';
import { useId, useState } from 'react';
import { toast } from '../../../../components/toast/index.js';
import { messageOf } from '../../../../lib/http/http.js';
import { usePolicy } from '../../../../lib/http/use-config.js';
import { useOwnRecord } from '../../../../lib/account/user-api.js';
import { keepAsksFirst, useAsksHere } from '../../../../lib/links/share-link.js';
import { dayMs } from '../../../../lib/durations.js';
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

/** The plan counts from the creation of the share. */
const mostDays = ({ createdAt }: FileShare, planDays: number): number =>
  Math.max(1, planDays - Math.floor((serverNow() - Date.parse(createdAt)) / dayMs));

interface EditShareProps {
  share: FileShare;
  onChanged: (share: FileShare) => void;
  onClose: () => void;
}

interface Edits extends Partial<Pick<FileShare, 'label' | 'note' | 'maxDownloads' | 'asksFirst'>> {
  days?: number;
}

/** What the user has changed. The rest follows the share, which another tab or device may change meanwhile. */
const changedFields = (edits: Edits, current: Required<Edits>): UpdateShareRequest => {
  const { days: expiresInDays, ...fields } = Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => value !== current[name as keyof Edits]),
  ) as Edits;
  return { ...fields, ...(expiresInDays !== undefined && { expiresInDays }) };
};

function EditForm({ share, onChanged, onClose }: EditShareProps) {
  const id = useId();
  const plan = useOwnRecord().data?.subscriptionStatus ?? 'free';
  const { max } = expiryRange(usePolicy(), plan);
  const daysLeft = Math.max(1, daysUntil(share.expiresAt, serverNow()));
  const asksHere = useAsksHere(share.shareId);
  const current: Required<Edits> = {
    label: share.label,
    note: share.note,
    maxDownloads: share.maxDownloads,
    asksFirst: share.asksFirst || asksHere,
    days: daysLeft,
  };
  const [edits, setEdits] = useState<Edits>({});
  const change = (part: Edits): void => setEdits((before) => ({ ...before, ...part }));
  const { label, note, maxDownloads, asksFirst, days } = { ...current, ...edits };
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<PasswordFault | null>(null);
  const transfers = useTransfers();
  const [updateShare, { isLoading }] = sharesApi.useUpdateShareMutation();
  const save = async (): Promise<void> => {
    const fault = password === '' ? null : passwordFault(password, share.filename);
    setRefusal(fault);
    if (fault !== null) return;
    // Unchanged days would move the expiry by the hours that have passed.
    const body = { ...changedFields(edits, current), ...(password !== '' && { password }) };
    if (Object.keys(body).length === 0) {
      onClose();
      return;
    }
    try {
      const { shareId } = share;
      const changed = await updateShare({ shareId, body }).unwrap();
      if (body.asksFirst !== undefined) await keepAsksFirst(shareId, body.asksFirst);
      transfers.change(shareId, changed.asksFirst, password !== '');
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
        onChange={(event) => change({ label: event.target.value })}
      />
      <label htmlFor={`${id}-note`}>{edit.note}</label>
      <Input.TextArea
        id={`${id}-note`}
        autoSize={{ minRows: 1, maxRows: 5 }}
        maxLength={maxNoteLength}
        value={note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <Checkbox
        checked={asksFirst}
        onChange={(event) => change({ asksFirst: event.target.checked })}
      >
        {texts.upload.asksFirst}
      </Checkbox>
      <OwnPassword
        label={edit.password}
        hint={edit.passwordHint}
        value={password}
        refusal={refusal}
        onChange={setPassword}
      />
      <LimitField value={maxDownloads} onChange={(limit) => change({ maxDownloads: limit })} />
      <label htmlFor={`${id}-days`}>{edit.expiry}</label>
      <InputNumber
        id={`${id}-days`}
        min={1}
        max={mostDays(share, max)}
        precision={0}
        value={days}
        suffix={edit.days(days)}
        onChange={(value) => change({ days: value ?? daysLeft })}
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
