import type { Agent } from 'node:https';
import type { Logger } from '@tandem/kit';
import type { NoticeKind, PushNotice } from '@tandem/proto/browser/push/notices';
import webPush from 'web-push';
import type { Subscription } from './notice.store.js';
import type { Vapid } from './vapid.js';

/** `gone`: the browser has ended the subscription. */
export type PushOutcome = 'sent' | 'gone' | 'failed';
export type SendPush = (subscription: Subscription, notice: PushNotice) => Promise<PushOutcome>;

const timeoutMs = 10_000;

/** How long a push service keeps a message for a browser that is offline. */
const ttlSeconds: Readonly<Record<NoticeKind, number>> = {
  // After an hour the sender has probably left again.
  'sender-back': 60 * 60,
  delivered: 24 * 60 * 60,
};

const statusOf = (error: unknown): number | undefined =>
  error instanceof webPush.WebPushError ? error.statusCode : undefined;

/** Encrypts notices (RFC 8291) and sends them to the browser's push service (RFC 8030). Follows no redirect. */
export const createWebPush =
  (vapid: Vapid, options: { logger: Logger; agent?: Agent }): SendPush =>
  async ({ endpoint, p256dh, auth }, notice) => {
    const { logger, agent } = options;
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, JSON.stringify(notice), {
        vapidDetails: vapid,
        contentEncoding: 'aes128gcm',
        TTL: ttlSeconds[notice.kind],
        urgency: 'high',
        // Replaces an undelivered message about the same share.
        topic: notice.shareId,
        timeout: timeoutMs,
        ...(agent && { agent }),
      });
      return 'sent';
    } catch (error) {
      const status = statusOf(error);
      if (status === 404 || status === 410) return 'gone';
      const { host } = new URL(endpoint);
      // The error contains the endpoint.
      logger.warn({ host, status, kind: notice.kind }, 'push notification not sent');
      return 'failed';
    }
  };
