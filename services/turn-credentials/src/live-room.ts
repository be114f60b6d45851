import { yieldPlaceAfter } from '@tandem/kit';
import type { Ask } from '@tandem/kit/bus';
import { questions } from '@tandem/proto/events';

/**
 * Timeout of the question, longer than a pod needs under load. Only reached when the room is not live; must stay below the
 * 5 s a page waits for relays.
 */
export const liveRoomTimeoutMs = 2_000;

/** A pod with a live room answers within milliseconds; after this time the room is probably not live. */
const promptMs = 50;

/**
 * Whether a signalling pod has the sender and a receiver of the share. While no pod can be reached, the state of the share
 * alone decides: the two may have met on one pod, and a stranger cannot cause such an outage. Calls that wait for a room
 * that is not live must not use up the limit of this process or of the gateway.
 */
export const createLiveRoomCheck =
  (ask: Ask) =>
  async (shareId: string): Promise<boolean> =>
    (await yieldPlaceAfter(promptMs, () => ask(questions.roomIsLive, { shareId }))) !==
    'unconfirmed';
