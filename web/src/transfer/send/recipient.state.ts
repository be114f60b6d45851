/**
 * One receiver as its sender sees it (pure).
 *
 *     connecting ─▶ waiting ─▶ sending ⇄ paused ─▶ completed
 *         ▲            │          │
 *         └─ retrying ◀┴──────────┘      any ─▶ error
 */
import { MAX_RECONNECTS } from '../support/constants.js';
import { engineError, type EngineError } from '../support/failures.js';

export type RecipientState =
  'connecting' | 'waiting' | 'sending' | 'paused' | 'completed' | 'retrying' | 'error';

type Active = 'waiting' | 'sending' | 'paused';

export type RecipientMachine =
  | { state: 'connecting'; attempt: number }
  | { state: Active; attempt: number }
  /** `path`: the channel is there but silent, ICE is being restarted; `link`: a new connection is made. */
  | { state: 'retrying'; attempt: number; cause: 'path'; back: Active }
  | { state: 'retrying'; attempt: number; cause: 'link' }
  | { state: 'completed'; isVerified: boolean }
  | { state: 'error'; error: EngineError };

export type RecipientInput =
  | { type: 'channel-open' }
  | { type: 'started' }
  | { type: 'paused'; isPaused: boolean }
  | { type: 'path'; isUp: boolean }
  /** Bytes flow: earlier attempts no longer count. */
  | { type: 'progressed' }
  | { type: 'lost' }
  | { type: 'completed'; isVerified: boolean }
  | { type: 'failed'; error: EngineError };

export const INITIAL_RECIPIENT: RecipientMachine = { state: 'connecting', attempt: 0 };

export const isFinished = (link: RecipientMachine): boolean =>
  link.state === 'completed' || link.state === 'error';

function afterLoss(attempt: number): RecipientMachine {
  return attempt >= MAX_RECONNECTS
    ? { state: 'error', error: engineError('peer-unreachable') }
    : { state: 'retrying', attempt: attempt + 1, cause: 'link' };
}

function onPath(link: RecipientMachine, isUp: boolean): RecipientMachine {
  if (link.state === 'retrying' && link.cause === 'path' && isUp)
    return { state: link.back, attempt: link.attempt };
  if (link.state === 'waiting' || link.state === 'sending' || link.state === 'paused')
    return isUp
      ? link
      : { state: 'retrying', attempt: link.attempt, cause: 'path', back: link.state };
  return link;
}

/** A transfer event while the path is being mended changes what we return to. */
function moveTo(link: RecipientMachine, target: Active): RecipientMachine {
  if (link.state === 'completed' || link.state === 'error') return link;
  if (link.state === 'retrying' && link.cause === 'path') return { ...link, back: target };
  return { state: target, attempt: link.attempt };
}

export function next(link: RecipientMachine, input: RecipientInput): RecipientMachine {
  if (link.state === 'completed' || link.state === 'error') return link;
  switch (input.type) {
    case 'channel-open':
      return { state: 'waiting', attempt: link.attempt };
    case 'started':
      return moveTo(link, 'sending');
    case 'paused':
      return moveTo(link, input.isPaused ? 'paused' : 'sending');
    case 'path':
      return onPath(link, input.isUp);
    case 'progressed':
      return link.state === 'sending' && link.attempt > 0 ? { ...link, attempt: 0 } : link;
    case 'lost':
      return afterLoss(link.attempt);
    case 'completed':
      return { state: 'completed', isVerified: input.isVerified };
    case 'failed':
      return { state: 'error', error: input.error };
  }
}
