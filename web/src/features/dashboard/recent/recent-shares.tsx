import { Button, Spin } from 'antd';
import { useCallback, useState } from 'react';
import { EmptyLine } from '../../../components/empty-line.js';
import { LoadFailure } from '../../../components/page/load-failure.js';
import { Panel } from '../../../components/page/panel.js';
import { messageOf } from '../../../lib/http/http.js';
import type { FileShare } from '../api.js';
import { texts } from '../texts.js';
import { BulkBar } from './bulk/bulk-bar.js';
import styles from './recent-shares.module.css';
import { ShareRow } from './row/share-row.js';
import { SharePages } from './share-pages.js';
import { ShareTools, toolsFrom } from './share-tools.js';
import { useSharesPage } from './use-shares-page.js';
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

function Failure({ error, retry }: NonNullable<ReturnType<typeof useSharesPage>['failure']>) {
  return (
    <div className={styles.state}>
      <LoadFailure onRetry={retry}>
        <strong>{recent.failed}</strong>
        <p>{messageOf(error, '')}</p>
      </LoadFailure>
    </div>
  );
}

const useSelection = () => {
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const toggle = useCallback((shareId: string): void => {
    setSelected((current) => {
      const next = new Set(current);
      if (!next.delete(shareId)) next.add(shareId);
      return next;
    });
  }, []);
  return { selected, setSelected, toggle };
};

interface ListBodyProps extends Pick<RecentSharesProps, 'onOptions'> {
  page: ReturnType<typeof useSharesPage>;
  selection: ReturnType<typeof useSelection>;
}

function ListBody({ page, selection, onOptions }: ListBodyProps) {
  const { query, setQuery, data, shares, isLoading, isUpdating, failure } = page;
  const { selected, setSelected, toggle } = selection;
  if (isLoading) {
    return (
      <div className={styles.state} role="status">
        <Spin />
        <span>{recent.loading}</span>
      </div>
    );
  }
  const shown = failure && <Failure {...failure} />;
  if (data === undefined) return shown;
  const { total } = data;
  const isNarrowed = query.search !== '' || query.status !== 'all';
  return (
    <>
      {(isNarrowed || total >= toolsFrom) && (
        <ShareTools query={query} total={failure ? null : total} onChange={setQuery} />
      )}
      {selected !== null && (
        <BulkBar
          shares={shares}
          selected={selected}
          onSelect={setSelected}
          onDone={() => setSelected(null)}
        />
      )}
      {shown || (
        <Spin spinning={isUpdating} aria-live="off">
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
      <SharePages
        page={query.page}
        shown={shares.length}
        total={total}
        onPage={(page) => setQuery({ ...query, page })}
      />
    </>
  );
}

/** The 'Recent Shares' list. */
export function RecentShares({ onOptions, onLoaded }: RecentSharesProps) {
  const page = useSharesPage(onLoaded);
  const selection = useSelection();
  const canSelect = selection.selected === null && page.shares.length >= selectFrom;
  return (
    <Panel
      title={recent.title}
      action={
        canSelect && (
          <Button size="small" onClick={() => selection.setSelected(new Set())}>
            {recent.select}
          </Button>
        )
      }
    >
      <ListBody page={page} selection={selection} onOptions={onOptions} />
    </Panel>
  );
}
