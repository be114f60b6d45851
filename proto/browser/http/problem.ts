import { z } from 'zod';

/** The body of every refusal: RFC 9457, extended by `reason`, `message` and `requestId`. */
export const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  /** HTTP status. */
  status: z.number(),
  /** Stable, for programs; never shown. */
  reason: z.string(),
  /** For people; fit to show as it is. */
  message: z.string(),
  /** Also in the logs of every service that took part. */
  requestId: z.string(),
});
export type Problem = z.infer<typeof problem>;
