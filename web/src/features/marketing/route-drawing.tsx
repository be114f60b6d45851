import { classNames } from '../../lib/class-names.js';
import styles from './route-drawing.module.css';
import { texts } from './texts.js';

const words = texts.drawing;

/** Two browser windows and the line between them; dotted lines lead to the server. */
export function RouteDrawing({ className }: { className?: string | undefined }) {
  return (
    <figure className={classNames(styles.drawing, className)}>
      <svg viewBox="0 0 720 330" role="img" aria-label={words.caption}>
        <path
          className={styles.thread}
          d="M150 150C170 70 270 52 318 52M570 150C550 70 450 52 402 52"
        />
        <rect className={styles.server} x="318" y="34" width="84" height="36" rx="8" />
        <path className={styles.serverLamps} d="M334 52h16M362 52h24" />
        <text className={styles.caption} x="360" y="96" textAnchor="middle">
          {words.server}
        </text>
        <path className={styles.rail} d="M236 220H484" />
        <g className={styles.parcel}>
          <rect x="-17" y="-15" width="34" height="30" rx="5" />
          <path d="M-17-4h34M0-15v11" />
        </g>
        <Window x={20} className={styles.us} />
        <Window x={484} className={styles.them} />
        <text className={styles.name} x="128" y="316" textAnchor="middle">
          {words.you}
        </text>
        <text className={styles.name} x="592" y="316" textAnchor="middle">
          {words.them}
        </text>
      </svg>
    </figure>
  );
}

function Window({ x, className }: { x: number; className: string | undefined }) {
  return (
    <g className={className} transform={`translate(${x} 150)`}>
      <rect className={styles.window} width="216" height="140" rx="12" />
      <path className={styles.windowBar} d="M0 34H216" />
      <circle className={styles.dot} cx="20" cy="17" r="5" />
      <path className={styles.windowText} d="M40 17h70M24 62h96M24 84h64" />
      <rect className={styles.sheet} x="146" y="52" width="46" height="58" rx="4" />
      <path className={styles.sheetFill} d="M156 70h26M156 82h26M156 94h16" />
    </g>
  );
}
