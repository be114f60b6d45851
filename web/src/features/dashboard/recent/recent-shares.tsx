import { Button, Spin } from 'antd';
import { EmptyLine } from '../../../components/empty-line.js';
import { Panel } from '../../../components/page/panel.js';
import { messageOf } from '../../../lib/http/http.js';
import { useOwnShares } from '../api.js';
import type { FileShare } from '../api.js';
import { ShareRow } from './share-row.js';
import { texts } from '../texts.js';
import { useVisibleCount } from './use-visible-count.js';

const { recent } = texts;

interface ShareListProps {
  shares: readonly FileShare[];
  onOptions: (share: FileShare) => void;
}

/** A long list is rendered as far as somebody has scrolled, so that a thousand shares stay smooth. */
function ShareList({ shares, onOptions }: ShareListProps) {
  const { count, sentinel, showMore } = useVisibleCount(shares.length);
  const rest = shares.length - count;
  return (
    <>
      <ul className="share-list">
        {shares.slice(0, count).map((share) => (
          <li key={share.shareId} className="share-row">
            <ShareRow share={share} onOptions={onOptions} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <div ref={sentinel} className="share-more">
          <Button onClick={showMore}>{recent.more(rest)}</Button>
        </div>
      )}
    </>
  );
}

function ListBody({ onOptions }: { onOptions: (share: FileShare) => void }) {
  const { data, isLoading, isError, error } = useOwnShares();
  if (isLoading) {
    return (
      <div className="list-state" role="status">
        <Spin />
        <span>{recent.loading}</span>
      </div>
    );
  }
  if (isError && data === undefined) {
    const detail = messageOf(error, '');
    return (
      <div className="list-state" role="alert">
        <strong>{recent.failed}</strong>
        <span>{detail}</span>
      </div>
    );
  }
  if (data === undefined || data.length === 0) {
    return (
      <div className="list-state">
        <EmptyLine />
        <p>{recent.empty}</p>
      </div>
    );
  }
  return <ShareList shares={data} onOptions={onOptions} />;
}

/** The 'Recent Shares' list. */
export function RecentShares({ onOptions }: { onOptions: (share: FileShare) => void }) {
  return (
    <Panel title={recent.title}>
      <ListBody onOptions={onOptions} />
    </Panel>
  );
}
