import { copyWithToast } from '../../../components/toast/copy-with-toast.js';
import { findShareLink } from '../../../lib/links/share-link.js';
import { formatLongDay } from '../../../lib/texts/format.js';
import type { FileShare } from '../api.js';
import { texts } from '../texts.js';

const { modal } = texts;

type CopyKind = 'link' | 'password' | 'details';

const successOf: Record<CopyKind, { title: string; description: string }> = {
  link: texts.recent.linkCopied,
  password: modal.passwordCopied,
  details: modal.copied,
};

/** Copies a part of a share and shows a toast; resolves to false on failure. */
export const copyShare = (kind: CopyKind, value: string): Promise<boolean> =>
  copyWithToast(value, {
    copied: successOf[kind],
    failed: { title: modal.copyFailed.title, description: modal.copyFailed[kind] },
  });

/** Copies the share's link, protected where this device can make it. */
export const copyLink = async (shareId: string): Promise<boolean> =>
  copyShare('link', (await findShareLink(shareId)).url);

/** The four lines of 'Copy & Close': filename, link, password, expiry. */
export const shareDetails = (share: FileShare, link: string): string =>
  modal.details({
    filename: share.filename,
    link,
    password: share.password,
    expires: formatLongDay(share.expiresAt),
  });
