import { z } from 'zod';

/** The body of every refusal: RFC 9457, extended by `reason`, `message` and `requestId`. */
export const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  /** HTTP status. */
  status: z.number(),
  /** A `ProblemReason`; clients must accept others, from newer servers. */
  reason: z.string(),
  /** A sentence for the user. */
  message: z.string(),
  /** Correlates the logs of all services. */
  requestId: z.string(),
});
export type Problem = z.infer<typeof problem>;
