import { Table } from 'antd';
import { TableScroll } from '../../../components/tables/table-scroll.js';
import { useIsNarrow } from '../../../lib/browser/use-is-narrow.js';
import { classNames } from '../../../lib/class-names.js';
import { formatCount } from '../../../lib/texts/format.js';
import type { AuditLogEntry } from '../api.js';
import { texts } from '../texts.js';
import { narrowColumns, wideColumns } from './audit-columns.js';
import styles from './audit-table.module.css';
import { RowScroll } from './row-scroll.js';
import { useIsPrinting } from './use-is-printing.js';

const tableWidthPx = 924;
/** Above this number of rows only the visible ones are rendered. */
const virtualFrom = 200;
const virtualHeightPx = 560;

/** At most so many rows of a long log are printed: thousands would block the browser for too long. */
const maxPrinted = 1000;

/** The log as a table. A long log is virtualised, except on paper. */
export function AuditTable({ entries }: { entries: readonly AuditLogEntry[] }) {
  const isNarrow = useIsNarrow();
  const isPrinting = useIsPrinting();
  const minWidthPx = isNarrow ? 0 : tableWidthPx;
  const shared = {
    className: classNames(styles.table),
    size: 'small',
    rowKey: 'id',
    columns: isNarrow ? narrowColumns : wideColumns,
    showHeader: !isNarrow,
    dataSource: isPrinting ? entries.slice(0, maxPrinted) : entries,
    pagination: false,
    locale: { emptyText: texts.empty },
  } as const;
  if (entries.length > virtualFrom && !isPrinting) {
    const scroll = { x: Math.max(minWidthPx, 1), y: virtualHeightPx };
    return (
      <RowScroll label={texts.title} heightPx={virtualHeightPx} lastKey={entries.at(-1)?.id ?? ''}>
        {(table) => <Table<AuditLogEntry> {...shared} ref={table} virtual scroll={scroll} />}
      </RowScroll>
    );
  }
  return (
    <>
      {isPrinting && entries.length > maxPrinted && (
        <p>{texts.printed(formatCount(maxPrinted), formatCount(entries.length))}</p>
      )}
      <TableScroll label={texts.title} minWidthPx={minWidthPx}>
        <Table<AuditLogEntry> {...shared} tableLayout="fixed" />
      </TableScroll>
    </>
  );
}
