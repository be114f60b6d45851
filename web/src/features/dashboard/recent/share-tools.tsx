import { maxSearchLength } from '@tandem/proto/browser/limits';
import { shareSortings, shareStatuses } from '@tandem/proto/browser/share-lists';
import { Select } from 'antd';
import { SearchField } from '../../../components/tables/search-field.js';
import { formatCount } from '../../../lib/texts/format.js';
import type { ShareQuery } from '../api.js';
import { texts } from '../texts.js';
import styles from './recent-shares.module.css';

const { recent } = texts;

/** Shorter lists are searched by eye. */
export const toolsFrom = 8;

const firstOrders = { created: 'desc', name: 'asc', expires: 'asc' } as const;

interface ShareToolsProps {
  query: ShareQuery;
  /** Null: not known. */
  total: number | null;
  onChange: (query: ShareQuery) => void;
}

/** Search, status and order of the list; the server applies them to all shares. */
export function ShareTools({ query, total, onChange }: ShareToolsProps) {
  const change = (part: Partial<ShareQuery>): void => onChange({ ...query, ...part, page: 1 });
  return (
    <div className={styles.tools} role="search">
      <SearchField
        className={styles.search}
        aria-label={recent.search}
        placeholder={recent.searchPlaceholder}
        maxLength={maxSearchLength}
        value={query.search}
        onChange={(event) => change({ search: event.target.value })}
      />
      <Select
        aria-label={recent.filter}
        value={query.status}
        options={(['all', ...shareStatuses] as const).map((value) => ({
          value,
          label: value === 'all' ? recent.allStatuses : recent.status[value],
        }))}
        onChange={(status) => change({ status })}
      />
      <Select
        aria-label={recent.sortBy}
        value={query.sort}
        options={shareSortings.map((value) => ({ value, label: recent.sortings[value] }))}
        onChange={(sort) => change({ sort, order: firstOrders[sort] })}
      />
      <p className={styles.count} aria-live="polite">
        {total !== null && recent.count(total, formatCount(total))}
      </p>
    </div>
  );
}
