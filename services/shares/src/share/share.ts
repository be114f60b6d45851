/**
 * The life of a share. Pure: given a share, what happened and when, it tells the next state and what
 * must be told to the world, or why nothing may happen.
 *
 *            restart                       (time)
 *   stopped ────────▶ active ─────────────────────▶ expired ──delete──▶ deleted
 *      ▲  ◀──stop / wrong passwords──┘                 ▲                   ▲
 *      └───────────────(time)──────────────────────────┘  inactive 30 days ┘
 */

export type StopReason = 'owner' | 'wrong-passwords';

export type ShareState =
  | { kind: 'active'; wrongPasswords: number; wrongSince: Date | null }
  | { kind: 'stopped'; reason: StopReason; since: Date }
  /** `since` is when the share became inactive: at its expiry, or before that by a stop. */
  | { kind: 'expired'; since: Date }
  /** A tombstone, kept only until its last events are published. */
  | { kind: 'deleted'; since: Date };

/** What the life of a share depends on. */
export interface LivingShare {
  state: ShareState;
  expiresAt: Date;
}

export type ShareEvent =
  | { type: 'stop' }
  /** `latestExpiry`: the plan of today allows no later one. */
  | { type: 'restart'; latestExpiry: Date }
  /** `limit` wrong passwords within `windowMs` stop the share; 0 means never. */
  | { type: 'wrong-password'; limit: number; windowMs: number }
  | { type: 'expire' }
  | { type: 'delete' }
  /** The share was inactive for longer than `afterMs`. */
  | { type: 'purge'; afterMs: number }
  /** Its owner's account is gone. */
  | { type: 'remove' };

export type ShareFact =
  { type: 'stopped'; reason: StopReason | 'expired' } | { type: 'restarted' } | { type: 'deleted' };

export type Refusal = 'share-not-found' | 'share-expired' | 'share-not-expired';

export type Outcome =
  | { kind: 'changed'; share: LivingShare; facts: readonly ShareFact[] }
  | { kind: 'unchanged' }
  | { kind: 'refused'; reason: Refusal };

export const freshState: ShareState = { kind: 'active', wrongPasswords: 0, wrongSince: null };

const unchanged: Outcome = { kind: 'unchanged' };
const refused = (reason: Refusal): Outcome => ({ kind: 'refused', reason });

/** The state as everybody must see it at `now`, whether or not a sweep has come by. */
export const stateAt = ({ state, expiresAt }: LivingShare, now: Date): ShareState => {
  if (expiresAt > now) return state;
  if (state.kind === 'active') return { kind: 'expired', since: expiresAt };
  if (state.kind === 'stopped') return { kind: 'expired', since: state.since };
  return state;
};

export const isActive = (share: LivingShare, now: Date): boolean =>
  stateAt(share, now).kind === 'active';

const countWrongPassword = (
  share: LivingShare,
  event: Extract<ShareEvent, { type: 'wrong-password' }>,
  now: Date,
): Outcome => {
  if (share.state.kind !== 'active') return unchanged;
  const { wrongSince } = share.state;
  const isSameWindow = wrongSince !== null && now.getTime() - wrongSince.getTime() < event.windowMs;
  const wrongPasswords = isSameWindow ? share.state.wrongPasswords + 1 : 1;
  if (event.limit > 0 && wrongPasswords >= event.limit) {
    const state: ShareState = { kind: 'stopped', reason: 'wrong-passwords', since: now };
    return {
      kind: 'changed',
      share: { ...share, state },
      facts: [{ type: 'stopped', reason: 'wrong-passwords' }],
    };
  }
  const state: ShareState = {
    kind: 'active',
    wrongPasswords,
    wrongSince: isSameWindow ? wrongSince : now,
  };
  return { kind: 'changed', share: { ...share, state }, facts: [] };
};

const restart = (share: LivingShare, current: ShareState, latestExpiry: Date): Outcome => {
  if (current.kind === 'expired') return refused('share-expired');
  if (current.kind === 'active') return unchanged;
  const expiresAt = share.expiresAt < latestExpiry ? share.expiresAt : latestExpiry;
  return {
    kind: 'changed',
    share: { state: freshState, expiresAt },
    facts: [{ type: 'restarted' }],
  };
};

const bury = (share: LivingShare, now: Date): Outcome => ({
  kind: 'changed',
  share: { ...share, state: { kind: 'deleted', since: now } },
  facts: [{ type: 'deleted' }],
});

const expire = (share: LivingShare, current: ShareState): Outcome => {
  if (current.kind !== 'expired' || share.state.kind === 'expired') return unchanged;
  const wasOpen = share.state.kind === 'active';
  return {
    kind: 'changed',
    share: { ...share, state: current },
    facts: wasOpen ? [{ type: 'stopped', reason: 'expired' }] : [],
  };
};

const inactiveSince = (state: ShareState): Date | null =>
  state.kind === 'active' ? null : state.since;

export const next = (share: LivingShare, event: ShareEvent, now: Date): Outcome => {
  const current = stateAt(share, now);
  if (current.kind === 'deleted') return refused('share-not-found');
  switch (event.type) {
    case 'stop':
      if (current.kind === 'expired') return refused('share-expired');
      if (current.kind === 'stopped') return unchanged;
      return {
        kind: 'changed',
        share: { ...share, state: { kind: 'stopped', reason: 'owner', since: now } },
        facts: [{ type: 'stopped', reason: 'owner' }],
      };
    case 'restart':
      return restart(share, current, event.latestExpiry);
    case 'wrong-password':
      return current.kind === 'active' ? countWrongPassword(share, event, now) : unchanged;
    case 'expire':
      return expire(share, current);
    case 'delete':
      return current.kind === 'expired' ? bury(share, now) : refused('share-not-expired');
    case 'purge': {
      const since = inactiveSince(current);
      const isDue = since !== null && now.getTime() - since.getTime() >= event.afterMs;
      return isDue ? bury(share, now) : unchanged;
    }
    case 'remove':
      return bury(share, now);
  }
};
