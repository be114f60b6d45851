import { z } from 'zod';
import { isoDate, uid } from './fields.js';

/** The answer to a fresh ID token; the cookie itself is HttpOnly. */
export const session = z.strictObject({
  user: z.strictObject({
    uid,
    email: z.string(),
    displayName: z.string(),
    photoURL: z.string().nullable(),
    firstName: z.string(),
    lastName: z.string(),
    isAdmin: z.boolean(),
  }),
  expiresAt: isoDate,
});
export type Session = z.infer<typeof session>;

/** `everywhere` ends all sessions of the caller. */
export const endSessionQuery = z.strictObject({ everywhere: z.enum(['true', 'false']).optional() });

/** An open session of the user, for the list in the settings. */
export const openSession = z.strictObject({
  id: z.string(),
  /** Browser and operating system, e.g. "Firefox on Linux". */
  device: z.string(),
  createdAt: isoDate,
  /** To a few minutes. */
  lastUsedAt: isoDate,
  isCurrent: z.boolean(),
  /** Whether it was last opened in the network of the current session; null if there is no current session. */
  isSameNetwork: z.boolean().nullable(),
});
export const openSessions = z.array(openSession);
export type OpenSession = z.infer<typeof openSession>;

export const openSessionParams = z.strictObject({
  sessionId: z.string().regex(/^[\w-]{1,64}$/),
});
