import { on, type EventHandler } from '@tandem/kit/bus';
import { events } from '@tandem/proto/events';
import type { Closing } from './account-closure.js';

/** What we react to: a deleted account pays no longer. */
export const identityHandlers = (closing: Closing): EventHandler[] => [
  on(events.userDeleted, async ({ uid }) => {
    await closing.begin(uid);
  }),
];
