import { ServiceError } from '@tandem/kit';
import type { Authority } from '@tandem/kit/grpc';
import type { NoticeKind } from '@tandem/proto/browser/push/notices';
import { accessRefused } from '../access/check-access.js';
import { readGrant } from '../access/grants.js';
import type { SharesContext } from '../context.js';
import { notFound } from '../share/lifecycle.js';
import type { ClientInfo } from '../share/share-events.js';
import { isActive, type Share } from '../share/share.js';
import type { StoredSubscription, Subscription } from './notice.store.js';
import { isPushService } from './push-services.js';

export interface NoticeRequest {
  shareId: string;
  /** Empty: the owner, by session. */
  grant: string;
  subscription: Subscription;
  client: ClientInfo;
}

const kinds: readonly NoticeKind[] = ['sender-back', 'delivered'];

interface Subscriber {
  share: Share;
  kind: NoticeKind;
  sessionId?: string;
}

/** A recipient waits for the sender, the owner for deliveries. */
const subscriberOf = async (
  context: SharesContext,
  { shareId, grant }: NoticeRequest,
  user: Authority['user'],
): Promise<Subscriber> => {
  const claims = grant === '' ? null : await readGrant(context, grant);
  const share = await context.shares.find(shareId);
  if (claims === null) {
    if (!user || share?.ownerUid !== user.uid) throw notFound();
    return { share, kind: 'delivered', sessionId: user.sessionId };
  }
  const isCurrent = claims.shareId === shareId && claims.epoch === share?.epoch;
  if (!share || !isCurrent || claims.role !== 'receiver') throw accessRefused();
  return { share, kind: 'sender-back' };
};

/** The subscription expires, or is deleted, with the share; the owner's ends with the session as well. */
export const subscribeNotice = async (
  context: SharesContext,
  request: NoticeRequest,
  user: Authority['user'],
): Promise<void> => {
  const { store, send, services } = context.notices;
  if (send === null)
    throw new ServiceError(
      'failed-precondition',
      'push-disabled',
      'This site does not send notifications.',
    );
  const { share, kind, sessionId } = await subscriberOf(context, request, user);
  if (!isActive(share, context.now())) throw accessRefused();
  const { subscription, client } = request;
  if (!isPushService(subscription.endpoint, services))
    throw new ServiceError(
      'invalid-argument',
      'push-service-unknown',
      'The push service of this browser is not supported.',
    );
  const { shareId, expiresAt } = share;
  const { ipAddress } = client;
  if (await store.add({ kind, shareId, ipAddress, expiresAt, subscription, sessionId })) {
    // A deletion or a new expiry since the read has missed this subscription, so apply it here.
    const current = await context.shares.find(shareId);
    if (current === null) await store.removeOfShare(shareId);
    else if (current.expiresAt.getTime() !== expiresAt.getTime())
      await store.moveExpiry(shareId, current.expiresAt);
    return;
  }
  throw new ServiceError(
    'resource-exhausted',
    'too-many-notices',
    'Too many browsers are waiting for notifications about this share.',
  );
};

export const cancelNotice = async (
  context: SharesContext,
  { shareId, endpoint }: { shareId: string; endpoint: string },
): Promise<void> => {
  const isRemoved = (each: Subscription): boolean => each.endpoint === endpoint;
  for (const kind of kinds) await context.notices.store.remove(kind, shareId, isRemoved);
};

/** Sends one notice to each waiting recipient and removes the subscriptions. */
export const notifySenderBack = async (context: SharesContext, shareId: string): Promise<void> => {
  const { store, send } = context.notices;
  if (send === null) return;
  const waiting = await store.take('sender-back', shareId);
  if (waiting.length === 0) return;
  const share = await context.shares.find(shareId);
  if (!share || !isActive(share, context.now())) return;
  await Promise.all(
    waiting.map((subscription) => send(subscription, { kind: 'sender-back', shareId })),
  );
};

/**
 * The owner's browsers whose session is live; ends the subscriptions of the others. The sessions are checked before every
 * notice, because one may end at any time, also while its browser subscribes. Rejects if they cannot be checked.
 */
const ownersBrowsers = async (
  { notices: { store }, identity }: SharesContext,
  shareId: string,
): Promise<Subscription[]> => {
  const subscriptions = await store.list('delivered', shareId);
  const ids = [...new Set(subscriptions.flatMap(({ sessionId }) => sessionId ?? []))];
  const ended = new Set(ids.length > 0 ? (await identity.findEndedSessions({ ids })).ids : []);
  // Subscriptions stored by earlier versions name no session.
  const hasEnded = ({ sessionId }: StoredSubscription): boolean =>
    sessionId === undefined || ended.has(sessionId);
  if (subscriptions.some(hasEnded)) await store.remove('delivered', shareId, hasEnded);
  return subscriptions.filter((each) => !hasEnded(each));
};

/** Sends a notice to the owner's browsers, which stay subscribed until the share or their session ends. */
export const notifyDelivered = async (context: SharesContext, shareId: string): Promise<void> => {
  const { store, send } = context.notices;
  if (send === null) return;
  const browsers = await ownersBrowsers(context, shareId);
  await Promise.all(
    browsers.map(async (subscription) => {
      const outcome = await send(subscription, { kind: 'delivered', shareId });
      if (outcome !== 'gone') return;
      const { endpoint } = subscription;
      await store.remove('delivered', shareId, (each) => each.endpoint === endpoint);
    }),
  );
};

/** Rows of one read. */
const batch = 200;

/** Removes expired subscriptions, except those of a share whose deletion failed: they expire with the share. */
export const removeExpired = async (context: SharesContext): Promise<void> => {
  const { store } = context.notices;
  const now = context.now();
  for (;;) {
    const due = await store.expired(now, batch);
    if (due.length === 0) return;
    for (const shareId of due) {
      const share = await context.shares.find(shareId);
      if (share && share.expiresAt > now) await store.moveExpiry(shareId, share.expiresAt);
      else await store.removeOfShare(shareId);
    }
  }
};
