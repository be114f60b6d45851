import { useId } from 'react';
import { copyWithToast } from '../../../components/toast/copy-with-toast.js';
import { findShareLink, useShareLink, type ShareLink } from '../../../lib/links/share-link.js';
import { shareUrl } from '../../../lib/paths.js';
import { addLinkFragment, linkEnd } from '../../../transfer/links.js';
import form from '../form.module.css';
import { Callout } from '../panel/panel-parts.js';
import type { Access } from '../session/flow.js';
import shared from '../shared.module.css';
import { senderTexts as words } from './texts.js';

/** Only a device that cannot make the share's link uses the one that opened the page, which a server can redirect. */
const ownLink = ({ share, linkKey }: Access, made: ShareLink): ShareLink =>
  linkKey === null || made.isProtected || made.isUnread === true
    ? made
    : { url: addLinkFragment(shareUrl(share.shareId), linkKey), isProtected: true };

export function LinkCallout({ access }: { access: Access }) {
  const made = useShareLink(access.share.shareId);
  if (made === null) return null;
  const link = ownLink(access, made);
  return (
    <Callout tone="plain">
      <p>{link.isProtected ? words.protectedLink : words.plainLink}</p>
      {link !== made && <p>{words.linkEnd(linkEnd(link.url))}</p>}
    </Callout>
  );
}

/** Shown where the address had another key than the link that this device has made. */
export function OtherKeyWarning({ access: { share, linkKey } }: { access: Access }) {
  const made = useShareLink(share.shareId);
  const isOther =
    linkKey !== null &&
    made?.isProtected === true &&
    made.url !== addLinkFragment(shareUrl(share.shareId), linkKey);
  return isOther ? <Callout tone="warning">{words.otherKey}</Callout> : null;
}

interface CopyLinkProps {
  access: Access;
  /** Called with the link that the browser refused to copy, and with null when it copied. */
  onRefused: (url: string | null) => void;
}

export function CopyLink({ access, onRefused }: CopyLinkProps) {
  const made = useShareLink(access.share.shareId);
  const copy = async (): Promise<void> => {
    const { url } = ownLink(access, made ?? (await findShareLink(access.share.shareId)));
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
