import { texts } from './texts.js';

const words = texts.drawing;

/** The product in one picture. Two windows, one line; the server hangs on dotted threads. */
export function RouteDrawing() {
  return (
    <figure className="mk-drawing">
      <svg viewBox="0 0 720 330" role="img" aria-label={words.caption}>
        <path
          className="mk-thread"
          d="M150 150C170 70 270 52 318 52M570 150C550 70 450 52 402 52"
        />
        <rect className="mk-server" x="318" y="34" width="84" height="36" rx="8" />
        <path className="mk-server-lamps" d="M334 52h16M362 52h24" />
        <text className="mk-caption" x="360" y="96" textAnchor="middle">
          {words.server}
        </text>
        <path className="mk-rail" d="M236 220H484" />
        <g className="mk-parcel">
          <rect x="-17" y="-15" width="34" height="30" rx="5" />
          <path d="M-17-4h34M0-15v11" />
        </g>
        <Window x={20} className="mk-window-us" />
        <Window x={484} className="mk-window-them" />
        <text className="mk-name" x="128" y="316" textAnchor="middle">
          {words.you}
        </text>
        <text className="mk-name" x="592" y="316" textAnchor="middle">
          {words.them}
        </text>
      </svg>
    </figure>
  );
}

function Window({ x, className }: { x: number; className: string }) {
  return (
    <g className={className} transform={`translate(${x} 150)`}>
      <rect className="mk-window" width="216" height="140" rx="12" />
      <path className="mk-window-bar" d="M0 34H216" />
      <circle className="mk-dot" cx="20" cy="17" r="5" />
      <path className="mk-window-text" d="M40 17h70M24 62h96M24 84h64" />
      <rect className="mk-sheet" x="146" y="52" width="46" height="58" rx="4" />
      <path className="mk-sheet-fill" d="M156 70h26M156 82h26M156 94h16" />
    </g>
  );
}
