import { useId } from 'react';
import { copyWithToast } from '../../../components/toast/copy-with-toast.js';
import { findShareLink, useShareLink, type ShareLink } from '../../../lib/links/share-link.js';
import { shareUrl } from '../../../lib/paths.js';
import { addLinkFragment } from '../../../transfer/pure.js';
import form from '../form.module.css';
import { Callout } from '../panel/panel-parts.js';
import type { Access } from '../session/flow.js';
import shared from '../shared.module.css';
import { senderTexts as words } from './texts.js';

/** The link that opened the page is as good as one made here. */
const useOwnLink = ({ share, linkKey }: Access): ShareLink | null => {
  const made = useShareLink(share.shareId);
  if (linkKey === null) return made;
  return { url: addLinkFragment(shareUrl(share.shareId), linkKey), isProtected: true };
};

export function LinkCallout({ access }: { access: Access }) {
  const link = useOwnLink(access);
  if (link === null) return null;
  return <Callout tone="plain">{link.isProtected ? words.protectedLink : words.plainLink}</Callout>;
}

interface CopyLinkProps {
  access: Access;
  /** Called with the link that the browser refused to copy, and with null when it copied. */
  onRefused: (url: string | null) => void;
}

export function CopyLink({ access, onRefused }: CopyLinkProps) {
  const link = useOwnLink(access);
  const copy = async (): Promise<void> => {
    const { url } = link ?? (await findShareLink(access.share.shareId));
    const { copied, copyFailed } = words.toasts;
    const isCopied = await copyWithToast(url, { copied, failed: copyFailed });
    onRefused(isCopied ? null : url);
  };
  return (
    <button type="button" className={shared.button} onClick={() => void copy()}>
      {words.copyLink}
    </button>
  );
}

/** For copying by hand: the address of the page has no key. */
export function LinkField({ url }: { url: string }) {
  const id = useId();
  return (
    <div className={form.field}>
      <label htmlFor={id}>{words.link}</label>
      <input
        id={id}
        dir="ltr"
        readOnly
        autoFocus
        // Browsers keep the values of other fields for a restored tab.
        autoComplete="off"
        value={url}
        onFocus={(event) => event.target.select()}
      />
    </div>
  );
}
