import type { CSSProperties } from 'react';

export type LineState = 'apart' | 'searching' | 'joined' | 'moving' | 'held' | 'done' | 'broken';

interface TransferLineProps {
  state: LineState;
  /** 0–100: how far the file has come. */
  percent: number;
  /** The person on the left is where the file comes from. */
  from: string;
  to: string;
}

/** Two people and the line between them; decoration only, the words beside it say the same. */
export function TransferLine({ state, percent, from, to }: TransferLineProps) {
  const style = { '--line-progress': `${Math.min(100, percent)}%` } as CSSProperties;
  return (
    <div className="rcp-line" data-line={state} style={style} aria-hidden="true">
      <span className="rcp-line-person rcp-line-from">
        <span className="rcp-line-dot" />
        {from}
      </span>
      <span className="rcp-line-track">
        <span className="rcp-line-fill" />
        <span className="rcp-line-parcel" />
        {state === 'broken' && <span className="rcp-line-gap">×</span>}
      </span>
      <span className="rcp-line-person rcp-line-to">
        <span className="rcp-line-dot">
          {state === 'done' && (
            <svg viewBox="0 0 16 16" width="12" height="12">
              <path d="m3 8.5 3.4 3.4L13 5" fill="none" stroke="currentColor" strokeWidth="2.5" />
            </svg>
          )}
        </span>
        {to}
      </span>
    </div>
  );
}
