/**
 * The phases of the send window (pure); `send-window.ts` says what the window does in each.
 *
 *     startup ──queue appears──▶ steady ──eight shrinks in vain──▶ competing
 *        ▲                        │  ▲                                 │
 *        └──── limit changes ─────┘  └──────── queue empty again ──────┘
 */

const shrinksUntilCompeting = 8;

/** `hasMetQueue`: there was a queue since the startup, whose end may have been a late pong. */
export type WindowPhase = { hasMetQueue: boolean } & (
  | { phase: 'startup' }
  /** `shrinking`: consecutive rounds that shrank the window, and the window before the first of them. */
  | { phase: 'steady'; shrinking: { rounds: number; windowBefore: number } | null }
  /** `wasQueueEmpty`: the other flow has left. */
  | { phase: 'competing'; wasQueueEmpty: boolean }
);

export type WindowInput =
  /** Round trips show a queue during the startup. */
  | { type: 'path-filled' }
  | { type: 'stall' }
  | { type: 'limit-changed' }
  | { type: 'yielding-changed'; isYielding: boolean }
  /** A round with more queue than the target. @param window before it shrinks. */
  | { type: 'shrink'; window: number; isYielding: boolean }
  /** A round without. */
  | { type: 'keep' }
  | { type: 'queue-met' }
  | { type: 'queue-empty' }
  /** The end of a round while competing. */
  | { type: 'competed' };

export const initialPhase: WindowPhase = { phase: 'startup', hasMetQueue: false };

const steady = ({ hasMetQueue }: WindowPhase): WindowPhase => ({
  phase: 'steady',
  hasMetQueue,
  shrinking: null,
});

const onShrink = (state: WindowPhase, window: number, isYielding: boolean): WindowPhase => {
  if (state.phase !== 'steady') return state;
  const { rounds, windowBefore } = state.shrinking ?? { rounds: 0, windowBefore: window };
  if (rounds + 1 < shrinksUntilCompeting || isYielding)
    return { ...state, shrinking: { rounds: rounds + 1, windowBefore } };
  return { phase: 'competing', hasMetQueue: state.hasMetQueue, wasQueueEmpty: false };
};

export const nextPhase = (state: WindowPhase, input: WindowInput): WindowPhase => {
  switch (input.type) {
    case 'path-filled':
      return { ...steady(state), hasMetQueue: false };
    case 'stall':
      return state.phase === 'startup' ? steady(state) : state;
    case 'limit-changed':
      return state.phase === 'steady'
        ? { phase: 'startup', hasMetQueue: state.hasMetQueue }
        : state;
    case 'yielding-changed':
      return state.phase === 'steady' || (state.phase === 'competing' && input.isYielding)
        ? steady(state)
        : state;
    case 'shrink':
      return onShrink(state, input.window, input.isYielding);
    case 'keep':
      return state.phase === 'steady' ? steady(state) : state;
    case 'queue-met':
      return { ...state, hasMetQueue: true };
    case 'queue-empty':
      return state.phase === 'competing' ? { ...state, wasQueueEmpty: true } : state;
    case 'competed':
      return state.phase === 'competing' && state.wasQueueEmpty ? steady(state) : state;
  }
};
