import { Button, Spin } from 'antd';
import { EmptyLine } from '../../../components/empty-line.js';
import { Panel } from '../../../components/page/panel.js';
import { messageOf } from '../../../lib/http/http.js';
import { useOwnShares, type FileShare } from '../api.js';
import { ShareRow } from './share-row.js';
import { texts } from '../texts.js';
import styles from './recent-shares.module.css';
import { useVisibleCount } from './use-visible-count.js';

const { recent } = texts;

interface ShareListProps {
  shares: readonly FileShare[];
  onOptions: (share: FileShare) => void;
}

/** Renders rows as the user scrolls, so that a list of 1,000 shares stays smooth. */
function ShareList({ shares, onOptions }: ShareListProps) {
  const { count, sentinel, showMore } = useVisibleCount(shares.length);
  const rest = shares.length - count;
  return (
    <>
      <ul className={styles.list}>
        {shares.slice(0, count).map((share) => (
          <ShareRow key={share.shareId} share={share} onOptions={onOptions} />
        ))}
      </ul>
      {rest > 0 && (
        <div ref={sentinel} className={styles.more}>
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
      <div className={styles.state} role="status">
        <Spin />
        <span>{recent.loading}</span>
      </div>
    );
  }
  if (isError && data === undefined) {
    const detail = messageOf(error, '');
    return (
      <div className={styles.state} role="alert">
        <strong>{recent.failed}</strong>
        <span>{detail}</span>
      </div>
    );
  }
  if (data === undefined || data.length === 0) {
    return (
      <div className={styles.state}>
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
