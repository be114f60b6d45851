import type { TableRef } from 'antd';
import { useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react';

/** About one row. */
const stepPx = 40;

interface RowScrollProps {
  label: string;
  heightPx: number;
  lastKey: string;
  children: (table: Ref<TableRef>) => ReactNode;
}

/** antd's virtual table hides the overflow of its rows and has no keys, so that only a wheel or a finger scrolls it. */
export function RowScroll({ label, heightPx, lastKey, children }: RowScrollProps) {
  const table = useRef<TableRef>(null);

  const moves: Partial<Record<string, (top: number) => number>> = {
    ArrowDown: (top) => top + stepPx,
    ArrowUp: (top) => top - stepPx,
    PageDown: (top) => top + heightPx - stepPx,
    PageUp: (top) => top - heightPx + stepPx,
    Home: () => 0,
    End: () => Number.MAX_SAFE_INTEGER,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    if (move === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const rows = table.current?.nativeElement.querySelector('.ant-table-tbody-virtual-holder');
    table.current?.scrollTo({ top: Math.max(0, move(rows?.scrollTop ?? 0)) });
    // The heights of rows that were never shown are estimates.
    if (event.key === 'End') table.current?.scrollTo({ key: lastKey });
  };
  return (
    <div role="group" aria-label={label} tabIndex={0} onKeyDown={onKeyDown}>
      {children(table)}
    </div>
  );
}
