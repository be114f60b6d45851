import { classNames } from '../../../lib/class-names.js';
import type { Cell, ComparisonBlock, Mark } from '../content-types.js';
import { texts } from '../texts.js';
import { Section } from './section.js';
import styles from './tables.module.css';

const markPaths: Record<Mark, string> = {
  yes: 'm3 8.5 3.4 3.4L13 5',
  no: 'M4 4l8 8M12 4l-8 8',
  partly: 'M3 8h10',
};

function MarkedCell({ cell }: { cell: Cell }) {
  if (typeof cell === 'string') return <>{cell}</>;
  return (
    <span className={classNames(styles.mark, cell.mark === 'yes' && styles.yes)}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={markPaths[cell.mark]} />
      </svg>
      <span className="visually-hidden">{texts.marks[cell.mark]}: </span>
      <span>{cell.text}</span>
    </span>
  );
}

/** The product's column is the first and highlighted. On a narrow screen each row becomes a list. */
export function Comparison({ block }: { block: ComparisonBlock }) {
  const { heading, intro, columns, rows, note } = block;
  return (
    <Section heading={heading} intro={intro} note={note}>
      {/* tabIndex: keyboard users must be able to scroll the frame. */}
      <div className={styles.frame} role="group" aria-label={heading} tabIndex={0}>
        <table className={classNames(styles.table, styles.comparison)}>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, cells }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {cells.map((cell, index) => (
                  <td key={columns[index]} data-column={columns[index]}>
                    <MarkedCell cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
