import { Button, Pagination, Spin } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { maxRows } from '@tandem/proto/browser/limits';
import { EmptyLine } from '../../../components/empty-line.js';
import { Panel } from '../../../components/page/panel.js';
import { messageOf } from '../../../lib/http/http.js';
import { useDebounced } from '../../../lib/browser/use-debounced.js';
import { classNames } from '../../../lib/class-names.js';
import { useLastPage } from '../../../lib/use-last-page.js';
import { formatCount } from '../../../lib/texts/format.js';
import { newestShares, useOwnShares, type FileShare } from '../api.js';
import { BulkBar } from './bulk/bulk-bar.js';
import { useTransfers } from '../sending/transfers-context.js';
import { ShareTools, toolsFrom } from './share-tools.js';
import { ShareRow } from './share-row.js';
import { texts } from '../texts.js';
import styles from './recent-shares.module.css';
import { useVisibleCount } from './use-visible-count.js';

const { recent } = texts;

/** From this many shares on, several can be selected. */
const selectFrom = 2;

interface ShareListProps {
  shares: readonly FileShare[];
  /** Null: rows cannot be selected. */
  selected: ReadonlySet<string> | null;
  onToggle: (shareId: string) => void;
  onOptions: (share: FileShare) => void;
}

interface RecentSharesProps {
  onOptions: (share: FileShare) => void;
  /** Called with each page of the list as it is now. */
  onLoaded: (shares: readonly FileShare[]) => void;
}

/** Renders rows as the user scrolls, so that a list of 1,000 shares stays smooth. */
function ShareList({ shares, selected, onToggle, onOptions }: ShareListProps) {
  const { count, sentinel, showMore } = useVisibleCount(shares.length);
  const rest = shares.length - count;
  return (
    <>
      <ul className={styles.list}>
        {shares.slice(0, count).map((share) => (
          <ShareRow
            key={share.shareId}
            share={share}
            isSelected={selected === null ? null : selected.has(share.shareId)}
            onToggle={onToggle}
            onOptions={onOptions}
          />
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

interface FailureProps {
  error: unknown;
  onTryAgain: () => void;
}

function Failure({ error, onTryAgain }: FailureProps) {
  return (
    <div className={styles.state} role="alert">
      <strong>{recent.failed}</strong>
      <span>{messageOf(error, '')}</span>
      <Button onClick={onTryAgain}>{texts.upload.tryAgain}</Button>
    </div>
  );
}

function ListBody({ onOptions, onLoaded }: RecentSharesProps) {
  const [query, setQuery] = useState(newestShares);
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const toggle = useCallback((shareId: string): void => {
    setSelected((current) => {
      const next = new Set(current);
      if (!next.delete(shareId)) next.add(shareId);
      return next;
    });
  }, []);
  const search = useDebounced(query.search.trim());
  const { data, currentData, isFetching, isError, error, refetch } = useOwnShares({
    ...query,
    search,
  });
  const transfers = useTransfers();
  useEffect(() => {
    if (data === undefined) return;
    // Also of shares that are not among the newest.
    transfers.follow(data.shares);
    onLoaded(data.shares);
  }, [transfers, data, onLoaded]);
  useLastPage(
    query.page,
    currentData === undefined
      ? null
      : { rows: currentData.shares.length, total: currentData.total, pageSize: maxRows.shares },
    (page) => setQuery({ ...query, page }),
  );
  // `data` is of the query before until the answer to this one has arrived.
  const isAnswered = currentData !== undefined;
  const failure = isError && !isAnswered && (
    <Failure error={error} onTryAgain={() => void refetch()} />
  );
  const isLoading = data === undefined && !isError;
  if (isLoading) {
    return (
      <div className={styles.state} role="status">
        <Spin />
        <span>{recent.loading}</span>
      </div>
    );
  }
  if (data === undefined) return failure;
  const { total } = data;
  const shares = failure ? [] : data.shares;
  const isNarrowed = query.search !== '' || query.status !== 'all';
  const page = maxRows.shares;
  return (
    <>
      {(isNarrowed || total >= toolsFrom) && (
        <ShareTools query={query} total={failure ? null : total} onChange={setQuery} />
      )}
      {selected === null && shares.length >= selectFrom && (
        <Button
          size="small"
          className={classNames(styles.select)}
          onClick={() => setSelected(new Set())}
        >
          {recent.select}
        </Button>
      )}
      {selected !== null && (
        <BulkBar
          shares={shares}
          selected={selected}
          onSelect={setSelected}
          onDone={() => setSelected(null)}
        />
      )}
      {failure || (
        <Spin spinning={isFetching && !isAnswered} aria-live="off">
          {shares.length === 0 ? (
            <div className={styles.state}>
              <EmptyLine />
              <p>{isNarrowed ? recent.noMatch : recent.empty}</p>
            </div>
          ) : (
            <ShareList
              key={query.page}
              shares={shares}
              selected={selected}
              onToggle={toggle}
              onOptions={onOptions}
            />
          )}
        </Spin>
      )}
      {total > page && (
        <nav className={styles.pages} aria-label={recent.pages}>
          <p aria-live="polite">
            {shares.length > 0 &&
              recent.shown(
                formatCount((query.page - 1) * page + 1),
                formatCount((query.page - 1) * page + shares.length),
                formatCount(total),
              )}
          </p>
          <Pagination
            current={query.page}
            pageSize={page}
            total={total}
            showSizeChanger={false}
            onChange={(next) => setQuery({ ...query, page: next })}
          />
        </nav>
      )}
    </>
  );
}

/** The 'Recent Shares' list. */
export function RecentShares(props: RecentSharesProps) {
  return (
    <Panel title={recent.title}>
      <ListBody {...props} />
    </Panel>
  );
}
