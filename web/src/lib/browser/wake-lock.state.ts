/**
 * Keep Screen On (specification, section 4):
 *
 *   off ─ toggle ─▶ acquiring ─▶ held ─ released by the system ─▶ suspended ─ visible ─▶ reacquiring
 *    ▲                 │ refused   │ toggle                                                   │
 *    └─────────────────┴───────────┴──────────────────────────── refused ─────────────────────┘
 */
export type WakeLockState =
  | { kind: 'off' }
  | { kind: 'acquiring' }
  | { kind: 'held' }
  /** The system took it because the page was hidden. */
  | { kind: 'suspended' }
  | { kind: 'reacquiring' };

export type WakeLockEvent =
  | { type: 'toggle' }
  | { type: 'granted' }
  | { type: 'refused' }
  | { type: 'released' }
  | { type: 'visible' };

export const wakeLockOff: WakeLockState = { kind: 'off' };

export const nextWakeLock = (state: WakeLockState, event: WakeLockEvent): WakeLockState => {
  switch (event.type) {
    case 'toggle':
      return state.kind === 'off' ? { kind: 'acquiring' } : wakeLockOff;
    case 'granted':
      return state.kind === 'acquiring' || state.kind === 'reacquiring' ? { kind: 'held' } : state;
    case 'refused':
      return state.kind === 'acquiring' || state.kind === 'reacquiring' ? wakeLockOff : state;
    case 'released':
      return state.kind === 'held' ? { kind: 'suspended' } : state;
    case 'visible':
      return state.kind === 'suspended' ? { kind: 'reacquiring' } : state;
  }
};

/** What the toggle shows: it stays on while the system holds the lock back. */
export const isWakeLockOn = (state: WakeLockState): boolean => state.kind !== 'off';
