import type { UpdateShareRequest } from '@tandem/proto/browser/http/file-shares';
import {
  normalisePassword,
  passwordFault,
  type PasswordFault,
} from '@tandem/proto/browser/share-password';
import { useEffect, useState } from 'react';
import { toast } from '../../../../components/toast/index.js';
import { messageOf } from '../../../../lib/http/http.js';
import { serverNow } from '../../../../lib/http/server-time.js';
import { keepAsksFirst, useAsksHere } from '../../../../lib/links/share-link.js';
import { daysUntil } from '../../../../lib/texts/format.js';
import { sharesApi, type FileShare } from '../../api.js';
import { useTransfers } from '../../sending/transfers-context.js';
import { shareStatus } from '../../share-status.js';
import { texts } from '../../texts.js';

const { edit } = texts;

interface Edits extends Partial<Pick<FileShare, 'label' | 'note' | 'maxDownloads' | 'asksFirst'>> {
  days?: number;
}

/** What the user has changed. The rest follows the share, which another tab or device may change too. */
const changedFields = (edits: Edits, current: Required<Edits>): UpdateShareRequest => {
  const { days: expiresInDays, ...fields } = Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => value !== current[name as keyof Edits]),
  ) as Edits;
  return { ...fields, ...(expiresInDays !== undefined && { expiresInDays }) };
};

export interface EditedShare {
  share: FileShare;
  onChanged: (share: FileShare) => void;
  /** Called with true while the form has changes that are not saved. */
  onUnsaved: (isUnsaved: boolean) => void;
  onClose: () => void;
}

/** The server ends nothing when recipients may still enter the password as before. */
const isOtherPassword = (chosen: string | undefined, { password }: FileShare): boolean =>
  chosen !== undefined && normalisePassword(chosen) !== normalisePassword(password);

/** Sends the changes and shows a toast. */
const useSave = ({ share, onChanged, onClose }: EditedShare) => {
  const transfers = useTransfers();
  const [updateShare, { isLoading }] = sharesApi.useUpdateShareMutation();
  const save = async (body: UpdateShareRequest): Promise<void> => {
    try {
      const { shareId } = share;
      const changed = await updateShare({ shareId, body }).unwrap();
      if (body.asksFirst !== undefined) await keepAsksFirst(shareId, body.asksFirst);
      transfers.change(shareId, changed.asksFirst, isOtherPassword(body.password, share));
      const { title, description, stopped } = edit.saved;
      const isStopped = shareStatus(changed).kind === 'stopped';
      toast({ variant: 'success', title, description: isStopped ? stopped : description });
      onChanged(changed);
      onClose();
    } catch (error) {
      const description = messageOf(error, edit.failed.fallback);
      toast({ variant: 'destructive', title: edit.failed.title, description });
    }
  };
  return { save, isSaving: isLoading };
};

/** The fields of the form, with what the user has changed, and how to save that. */
export const useShareEdits = (edited: EditedShare) => {
  const { share, onUnsaved } = edited;
  const asksHere = useAsksHere(share.shareId);
  const current: Required<Edits> = {
    label: share.label,
    note: share.note,
    maxDownloads: share.maxDownloads,
    asksFirst: share.asksFirst || asksHere,
    days: Math.max(1, daysUntil(share.expiresAt, serverNow())),
  };
  const [edits, setEdits] = useState<Edits>({});
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<PasswordFault | null>(null);
  const { save, isSaving } = useSave(edited);
  // Unchanged days would move the expiry by the hours that have passed.
  const body = { ...changedFields(edits, current), ...(password !== '' && { password }) };
  const isUnsaved = Object.keys(body).length > 0;
  useEffect(() => {
    onUnsaved(isUnsaved);
    return () => onUnsaved(false);
  }, [isUnsaved, onUnsaved]);
  const checkPassword = (): boolean => {
    const found = password === '' ? null : passwordFault(password, share.filename);
    setFault(found);
    return found === null;
  };
  const submit = async (): Promise<void> => {
    if (!checkPassword()) return;
    if (isUnsaved) await save(body);
    else edited.onClose();
  };
  return {
    fields: { ...current, ...edits },
    daysLeft: current.days,
    change: (part: Edits): void => setEdits((before) => ({ ...before, ...part })),
    password: {
      value: password,
      fault,
      set: (typed: string): void => {
        setPassword(typed);
        setFault(null);
      },
      check: checkPassword,
    },
    submit,
    isSaving,
  };
};
