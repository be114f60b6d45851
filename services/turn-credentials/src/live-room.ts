import { setAsideAfter } from '@tandem/kit';
import type { Ask } from '@tandem/kit/bus';
import { questions } from '@tandem/proto/events';

/**
 * Longer than a pod needs under load. Only requests for rooms that are not live wait for it, and a page waits five
 * seconds for its relays.
 */
export const liveRoomTimeoutMs = 2_000;

/** A pod with a live room answers within milliseconds; a longer wait is probably for one that is not live. */
const promptMs = 50;

/**
 * Whether a signalling pod has the sender and a receiver of the share. While no pod can be asked, the state of the share
 * alone decides: the two may have met on one pod, and a stranger cannot bring this about. Calls that wait for a room that
 * is not live must not fill the limit of this process or of the gateway.
 */
export const createLiveRoomCheck =
  (ask: Ask) =>
  async (shareId: string): Promise<boolean> =>
    (await setAsideAfter(promptMs, () => ask(questions.roomIsLive, { shareId }))) !== 'unconfirmed';
