import { maxLabelLength, maxNoteLength } from '@tandem/proto/browser/limits';
import { Button, Checkbox, Input, InputNumber } from 'antd';
import { useId, useState } from 'react';
import { useOwnRecord } from '../../../../lib/account/user-api.js';
import { classNames } from '../../../../lib/class-names.js';
import { dayMs } from '../../../../lib/durations.js';
import { serverNow } from '../../../../lib/http/server-time.js';
import { usePolicy } from '../../../../lib/use-policy.js';
import type { FileShare } from '../../api.js';
import { texts } from '../../texts.js';
import { expiryRange } from '../../upload/options/expiry.js';
import { LimitField } from '../../upload/options/limit-field.js';
import { OwnPassword } from '../../upload/options/own-password.js';
import styles from './edit-share.module.css';
import { useShareEdits, type EditedShare } from './use-share-edits.js';

const { edit } = texts;

/** The plan counts from the creation of the share. */
const mostDays = ({ createdAt }: FileShare, planDays: number): number =>
  Math.max(1, planDays - Math.floor((serverNow() - Date.parse(createdAt)) / dayMs));

function EditForm(edited: EditedShare) {
  const { share, onClose } = edited;
  const id = useId();
  const plan = useOwnRecord().data?.subscriptionStatus ?? 'free';
  const { max } = expiryRange(usePolicy(), plan);
  const { fields, daysLeft, change, password, submit, isSaving } = useShareEdits(edited);
  return (
    <form
      className={styles.form}
      aria-label={edit.title}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label htmlFor={`${id}-label`}>{edit.label}</label>
      <Input
        id={`${id}-label`}
        autoFocus
        maxLength={maxLabelLength}
        value={fields.label}
        onChange={(event) => change({ label: event.target.value })}
      />
      <label htmlFor={`${id}-note`}>{edit.note}</label>
      <Input.TextArea
        id={`${id}-note`}
        autoSize={{ minRows: 1, maxRows: 5 }}
        maxLength={maxNoteLength}
        value={fields.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <Checkbox
        checked={fields.asksFirst}
        onChange={(event) => change({ asksFirst: event.target.checked })}
      >
        {texts.upload.asksFirst}
      </Checkbox>
      <OwnPassword
        label={edit.password}
        hint={edit.passwordHint}
        value={password.value}
        refusal={password.fault}
        onChange={password.set}
        onLeave={password.check}
      />
      <LimitField
        value={fields.maxDownloads}
        onChange={(limit) => change({ maxDownloads: limit })}
      />
      <label htmlFor={`${id}-days`}>{edit.expiry}</label>
      <InputNumber
        id={`${id}-days`}
        min={1}
        max={mostDays(share, max)}
        precision={0}
        value={fields.days}
        suffix={edit.days(fields.days)}
        onChange={(value) => change({ days: value ?? daysLeft })}
      />
      <div className={styles.actions}>
        <Button type="primary" htmlType="submit" loading={isSaving}>
          {edit.save}
        </Button>
        {/* A request under way cannot be cancelled. */}
        <Button disabled={isSaving} onClick={onClose}>
          {edit.cancel}
        </Button>
      </div>
    </form>
  );
}

/** What an owner may change after the creation: name, message, approval, password, limit and expiry. */
export function EditShare(props: Omit<EditedShare, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <Button className={classNames(styles.open)} onClick={() => setIsOpen(true)}>
        {edit.open}
      </Button>
    );
  return <EditForm {...props} onClose={() => setIsOpen(false)} />;
}
