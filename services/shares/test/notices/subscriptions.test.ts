import { events } from '@tandem/proto/events';
import { removeExpired } from '../../src/notices/notices.js';
import { purgeInactive } from '../../src/share/sweep.js';
import { refusalOf, visitor } from '../harness.js';
import { openNotices } from './push-service.js';

const push = openNotices();
const { newBrowser, waitFor, shareFor } = push;

describe('the subscriptions to a share', () => {
  const day = 86_400_000;
  const kept = async (shareId: string): Promise<number> => {
    const { list } = push.stack.context.notices.store;
    return (await list('sender-back', shareId)).length + (await list('delivered', shareId)).length;
  };
  const subscribed = async () => {
    const share = await shareFor();
    await waitFor(share.shareId, share.grant);
    const request = { shareId: share.shareId, ...newBrowser().subscription, client: visitor() };
    await push.stack.as(share.uid).subscribeNotice(request);
    expect(await kept(share.shareId)).toBe(2);
    return share;
  };
  const forOneYear = async (uid: string, shareId: string) => {
    await push.stack.context.plans.apply(uid, 'proforever', 1);
    await push.stack.as(uid).updateShare({ shareId, expiresInDays: 365 });
  };
  const deleteAccount = async (uid: string) => {
    const { subject, codec } = events.userDeleted;
    const data = codec.encode({ uid }).finish();
    await push.stack.bus.publish({ id: uid, subject, data, traceparent: '' });
    await push.stack.bus.settled();
  };

  it('survive a deletion that the owner has overtaken with a restart', async () => {
    const { uid, shareId } = await subscribed();
    await forOneYear(uid, shareId);
    await push.stack.as(uid).stopShare({ shareId });
    push.stack.clock.now = new Date(push.stack.clock.now.getTime() + 31 * day);
    const { shares } = push.stack.context;
    const { inactiveSince } = shares;
    shares.inactiveSince = async (...page) => {
      shares.inactiveSince = inactiveSince;
      const due = await inactiveSince(...page);
      await push.stack.as(uid).restartShare({ shareId });
      return due;
    };
    await purgeInactive(push.stack.context);
    await removeExpired(push.stack.context);
    expect(await push.stack.client.getShareInfo({ shareId })).toMatchObject({ isActive: true });
    expect(await kept(shareId)).toBe(2);
  });

  it('survive a stop, after which the owner may restart it', async () => {
    const { uid, shareId } = await subscribed();
    await push.stack.as(uid).stopShare({ shareId });
    await push.stack.as(uid).restartShare({ shareId });
    expect(await kept(shareId)).toBe(2);
  });

  it('are deleted with it, long before its expiry', async () => {
    const { uid, shareId } = await subscribed();
    await forOneYear(uid, shareId);
    await push.stack.as(uid).stopShare({ shareId });
    push.stack.clock.now = new Date(push.stack.clock.now.getTime() + 31 * day);
    await purgeInactive(push.stack.context);
    expect(await kept(shareId)).toBe(0);
  });

  it('are deleted with it, even if the process ends in between', async () => {
    const { uid, shareId } = await subscribed();
    await forOneYear(uid, shareId);
    const { store } = push.stack.context.notices;
    const { removeOfShare } = store;
    store.removeOfShare = () => Promise.reject(new Error('the process has ended'));
    try {
      await push.stack.as(uid).stopShare({ shareId });
      push.stack.clock.now = new Date(push.stack.clock.now.getTime() + 31 * day);
      await purgeInactive(push.stack.context).catch(() => undefined);
    } finally {
      store.removeOfShare = removeOfShare;
    }
    await removeExpired(push.stack.context);
    expect(await refusalOf(push.stack.client.getShareInfo({ shareId }))).toMatchObject({
      reason: 'share-not-found',
    });
    expect(await kept(shareId)).toBe(0);
  });

  it('are deleted with the account of its owner', async () => {
    const { uid, shareId } = await subscribed();
    await deleteAccount(uid);
    expect(await kept(shareId)).toBe(0);
  });

  it('are deleted with it even if one is being stored', async () => {
    const { uid, shareId, grant } = await shareFor();
    const { store } = push.stack.context.notices;
    const { add } = store;
    store.add = async (options) => {
      await deleteAccount(uid);
      return add(options);
    };
    try {
      await refusalOf(waitFor(shareId, grant));
    } finally {
      store.add = add;
    }
    expect(await kept(shareId)).toBe(0);
  });

  it('of many shares that expire together are removed in one run', async () => {
    const { store } = push.stack.context.notices;
    const expiresAt = new Date(push.stack.clock.now.getTime() + day);
    const shareIds = Array.from({ length: 250 }, (_, index) => `Many${index}`);
    await Promise.all(
      shareIds.map((shareId) =>
        store.add({
          kind: 'sender-back',
          shareId,
          expiresAt,
          ipAddress: '192.0.2.1',
          subscription: newBrowser().subscription,
        }),
      ),
    );
    push.stack.clock.now = new Date(expiresAt.getTime() + 1);
    await removeExpired(push.stack.context);
    expect(await store.expired(push.stack.clock.now, 1)).toEqual([]);
  });

  it('expire with it when a restart shortens it', async () => {
    const { uid, shareId } = await shareFor();
    await forOneYear(uid, shareId);
    const request = { shareId, ...newBrowser().subscription, client: visitor() };
    await push.stack.as(uid).subscribeNotice(request);
    await push.stack.context.plans.apply(uid, 'free', 2);
    await push.stack.as(uid).stopShare({ shareId });
    await push.stack.as(uid).restartShare({ shareId });
    push.stack.clock.now = new Date(Date.now() + 8 * day);
    await removeExpired(push.stack.context);
    expect(await kept(shareId)).toBe(0);
  });
});
