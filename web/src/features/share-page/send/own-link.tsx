import { copyWithToast } from '../../../components/toast/copy-with-toast.js';
import { findShareLink, useShareLink, type ShareLink } from '../../../lib/links/share-link.js';
import { shareUrl } from '../../../lib/paths.js';
import { addLinkFragment } from '../../../transfer/pure.js';
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

export function CopyLink({ access }: { access: Access }) {
  const link = useOwnLink(access);
  const copy = async (): Promise<void> => {
    const { url } = link ?? (await findShareLink(access.share.shareId));
    const { copied, copyFailed } = words.toasts;
    await copyWithToast(url, { copied, failed: copyFailed });
  };
  return (
    <button type="button" className={shared.button} onClick={() => void copy()}>
      {words.copyLink}
    </button>
  );
}
