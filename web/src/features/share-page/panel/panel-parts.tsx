import type { ReactNode } from 'react';

export type Tone = 'quiet' | 'busy' | 'active' | 'good' | 'bad';

export interface PanelView {
  badge: string;
  tone: Tone;
  status: string;
}

interface PanelStatusProps {
  view: PanelView;
  /** What went wrong, in one sentence; '' while nothing did. */
  detail: string;
  children?: ReactNode;
}

/** Badge and sentence; spoken when they change. */
export function PanelStatus({ view, detail, children }: PanelStatusProps) {
  return (
    <div className="rcp-status" role="status">
      <span className={`rcp-badge rcp-badge-${view.tone}`}>{view.badge}</span>
      <p className="rcp-status-text">{view.status}</p>
      {detail !== '' && <p className="rcp-status-detail">{detail}</p>}
      {children}
    </div>
  );
}

interface NoticeProps {
  tone: 'plain' | 'warning' | 'good';
  isUrgent?: boolean;
  children: ReactNode;
}

export function Notice({ tone, isUrgent = false, children }: NoticeProps) {
  return (
    <div className={`rcp-notice rcp-notice-${tone}`} role={isUrgent ? 'alert' : undefined}>
      {children}
    </div>
  );
}
