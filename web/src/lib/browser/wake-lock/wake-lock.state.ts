/**
 * A screen wake lock. The browser releases it when the page is hidden, so it is requested again when the page
 * returns: https://www.w3.org/TR/screen-wake-lock/#handling-document-loss-of-visibility
 *
 *   off ─ wanted ─▶ acquiring ─ granted ─▶ held ─ released ─▶ suspended
 *                    │   ▲                                       │
 *                 refused└──────────────── visible ──────────────┘
 *                    ▼                        │
 *                 refused ────────────────────┘          any ─ unwanted ─▶ off
 */
export type WakeLockState =
  | { kind: 'off' }
  /** `hadLock`: held before, and lost. */
  | { kind: 'acquiring'; hadLock: boolean }
  | { kind: 'held' }
  | { kind: 'suspended' }
  | { kind: 'refused'; hadLock: boolean };

export type WakeLockEvent = {
  type: 'wanted' | 'unwanted' | 'granted' | 'refused' | 'released' | 'visible';
};

export const wakeLockOff: WakeLockState = { kind: 'off' };

export const nextWakeLock = (state: WakeLockState, event: WakeLockEvent): WakeLockState => {
  switch (event.type) {
    case 'wanted':
      return state.kind === 'off' ? { kind: 'acquiring', hadLock: false } : state;
    case 'unwanted':
      return wakeLockOff;
    case 'granted':
      return state.kind === 'acquiring' ? { kind: 'held' } : state;
    case 'refused':
      return state.kind === 'acquiring' ? { kind: 'refused', hadLock: state.hadLock } : state;
    case 'released':
      return state.kind === 'held' ? { kind: 'suspended' } : state;
    case 'visible':
      if (state.kind === 'suspended') return { kind: 'acquiring', hadLock: true };
      return state.kind === 'refused' ? { kind: 'acquiring', hadLock: state.hadLock } : state;
  }
};
