import { Table } from 'antd';
import { TableScroll } from '../../../components/tables/table-scroll.js';
import { useIsNarrow } from '../../../lib/browser/use-is-narrow.js';
import { classNames } from '../../../lib/class-names.js';
import type { AuditLogEntry } from '../api.js';
import { narrowColumns, wideColumns } from './audit-columns.js';
import styles from './audit-table.module.css';
import { texts } from '../texts.js';

const tableWidthPx = 924;
/** Above this number of rows only the visible ones are rendered. */
const virtualFrom = 200;
const virtualHeightPx = 560;

/** The log as a table. A long log is virtualised, which makes it less accessible than a plain table. */
export function AuditTable({ entries }: { entries: readonly AuditLogEntry[] }) {
  const isNarrow = useIsNarrow();
  const minWidthPx = isNarrow ? 0 : tableWidthPx;
  const shared = {
    className: classNames(styles.table),
    size: 'small',
    rowKey: 'id',
    columns: isNarrow ? narrowColumns : wideColumns,
    showHeader: !isNarrow,
    dataSource: entries,
    pagination: false,
    locale: { emptyText: texts.empty },
  } as const;
  if (entries.length > virtualFrom) {
    const x = Math.max(minWidthPx, 1);
    return <Table<AuditLogEntry> {...shared} virtual scroll={{ x, y: virtualHeightPx }} />;
  }
  return (
    <TableScroll label={texts.title} minWidthPx={minWidthPx}>
      <Table<AuditLogEntry> {...shared} tableLayout="fixed" />
    </TableScroll>
  );
}
