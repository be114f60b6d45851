import { z } from 'zod';
import { grant } from './fields.js';

/** Address of a browser at its push service, secret to others. */
const endpoint = z.url({ protocol: /^https$/ }).max(1_024);

/** `PushSubscription.toJSON()`: RFC 8030 and RFC 8291. */
export const subscribeNoticeRequest = z.strictObject({
  /** Grant of a recipient who waits for the sender. Absent: the owner, who waits for confirmed deliveries. */
  grant: grant.optional(),
  endpoint,
  keys: z.strictObject({
    /** Uncompressed point of P-256 in base64url. */
    p256dh: z.string().regex(/^[\w-]{87}$/),
    /** 16 bytes in base64url. */
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
});
export type SubscribeNoticeRequest = z.input<typeof subscribeNoticeRequest>;

export const cancelNoticeRequest = z.strictObject({ endpoint });
export type CancelNoticeRequest = z.input<typeof cancelNoticeRequest>;
