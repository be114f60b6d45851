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
