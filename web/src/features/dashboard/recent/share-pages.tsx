import { maxRows } from '@tandem/proto/browser/limits';
import { Pagination } from 'antd';
import { formatCount } from '../../../lib/texts/format.js';
import { texts } from '../texts.js';
import styles from './recent-shares.module.css';

const { recent } = texts;
const pageSize = maxRows.shares;

interface SharePagesProps {
  /** Counts from 1. */
  page: number;
  /** Shares on this page. */
  shown: number;
  total: number;
  onPage: (page: number) => void;
}

/** The pages of a list that is longer than one. */
export function SharePages({ page, shown, total, onPage }: SharePagesProps) {
  if (total <= pageSize) return null;
  const before = (page - 1) * pageSize;
  return (
    <nav className={styles.pages} aria-label={recent.pages}>
      <p aria-live="polite">
        {shown > 0 &&
          recent.shown(formatCount(before + 1), formatCount(before + shown), formatCount(total))}
      </p>
      <Pagination
        current={page}
        pageSize={pageSize}
        total={total}
        showSizeChanger={false}
        onChange={onPage}
      />
    </nav>
  );
}
