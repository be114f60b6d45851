import { on, type EventHandler } from '@tandem/kit/bus';
import { events } from '@tandem/proto/events';
import type { Closing } from './account-closure.js';

/** Closes the customer when its account is deleted. */
export const identityHandlers = (closing: Closing): EventHandler[] => [
  on(events.userDeleted, async ({ uid }) => {
    await closing.begin(uid);
  }),
];
