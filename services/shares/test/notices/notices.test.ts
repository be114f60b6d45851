import { maxPerNetwork, maxPerShare } from '../../src/notices/notice.store.js';
import { notifyDelivered, notifySenderBack, removeExpired } from '../../src/notices/notices.js';
import { refusalOf, uniqueUid, visitor } from '../harness.js';
import { decrypt, openNotices, vapid, verifiedClaims, type Received } from './push-service.js';

const push = openNotices();
const { received, newBrowser, waitFor, shareFor, answerWith } = push;

describe('a notice that the sender is back', () => {
  it('reaches a waiting browser once, encrypted for it, without the name of the file', async () => {
    const { shareId, grant } = await shareFor();
    const browser = newBrowser();
    await waitFor(shareId, grant, browser);
    await waitFor(shareId, grant, browser);
    await notifySenderBack(push.stack.context, shareId);
    await notifySenderBack(push.stack.context, shareId);
    expect(received).toHaveLength(1);
    const [message] = received as [Received];
    expect(message.path).toBe(new URL(browser.subscription.endpoint).pathname);
    expect(decrypt(message, browser)).toEqual({ kind: 'sender-back', shareId });
    expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: shareId });
    const [, token = '', key = ''] =
      /^vapid t=(.+), k=(.+)$/.exec(message.headers.authorization ?? '') ?? [];
    expect(key).toBe(vapid.getPublicKey('base64url', 'uncompressed'));
    const payload = verifiedClaims(token, Buffer.from(key, 'base64url'));
    expect(payload).toMatchObject({ aud: push.origin, sub: 'mailto:operator@example.test' });
  });

  it('is not sent after it was cancelled, after the share stopped, or after it expired', async () => {
    const cancelled = await shareFor();
    const browser = newBrowser();
    await waitFor(cancelled.shareId, cancelled.grant, browser);
    const { endpoint } = browser.subscription;
    await push.stack.client.cancelNotice({ shareId: cancelled.shareId, endpoint });
    await notifySenderBack(push.stack.context, cancelled.shareId);

    const stopped = await shareFor();
    await waitFor(stopped.shareId, stopped.grant);
    await push.stack.as(stopped.uid).stopShare({ shareId: stopped.shareId });
    await notifySenderBack(push.stack.context, stopped.shareId);

    const expired = await shareFor();
    await waitFor(expired.shareId, expired.grant);
    push.stack.clock.now = new Date(Date.now() + 8 * 86_400_000);
    await removeExpired(push.stack.context);
    await notifySenderBack(push.stack.context, expired.shareId);
    expect(received).toEqual([]);
  });

  it.each([
    ['an update', 'free', 1, 7],
    ['a restart on a smaller plan', 'proforever', 20, 0],
  ] as const)(
    'expires with the share when %s fails halfway and is repeated',
    async (_, plan, daysBefore, daysAfter) => {
      const { uid, shareId, grant } = await shareFor();
      const { notices, plans } = push.stack.context;
      const owner = push.stack.as(uid);
      await plans.apply(uid, plan, 1);
      await owner.updateShare({ shareId, expiresInDays: daysBefore });
      await waitFor(shareId, grant);
      await plans.apply(uid, 'free', 2);
      if (daysAfter === 0) await owner.stopShare({ shareId });
      const change = () =>
        daysAfter === 0
          ? owner.restartShare({ shareId })
          : owner.updateShare({ shareId, expiresInDays: daysAfter });
      const { moveExpiry } = notices.store;
      notices.store.moveExpiry = () => {
        notices.store.moveExpiry = moveExpiry;
        return Promise.reject(new Error('connection lost'));
      };
      await expect(change()).rejects.toThrow();
      push.stack.clock.now = new Date(push.stack.clock.now.getTime() + 1_000);
      await change();
      const { expiresAt } = await push.stack.client.getShareInfo({ shareId });
      const atExpiry = expiresAt?.getTime() ?? 0;
      push.stack.clock.now = new Date(atExpiry - 1);
      await removeExpired(push.stack.context);
      expect(await notices.store.list('sender-back', shareId)).toHaveLength(1);
      push.stack.clock.now = new Date(atExpiry);
      await removeExpired(push.stack.context);
      expect(await notices.store.list('sender-back', shareId)).toEqual([]);
    },
  );

  it('is sent until the expiry to which the owner has moved the share', async () => {
    const { uid, shareId, grant } = await shareFor();
    const owner = push.stack.as(uid);
    await owner.updateShare({ shareId, expiresInDays: 1 });
    await waitFor(shareId, grant);
    const client = visitor();
    await owner.subscribeNotice({ shareId, ...newBrowser().subscription, client });
    await owner.updateShare({ shareId, expiresInDays: 7 });
    push.stack.clock.now = new Date(push.stack.clock.now.getTime() + 2 * 86_400_000);
    await removeExpired(push.stack.context);
    await notifySenderBack(push.stack.context, shareId);
    await notifyDelivered(push.stack.context, shareId);
    expect(received).toHaveLength(2);
  });

  it('is sent until that expiry, also when the owner moves it during the subscription', async () => {
    const { uid, shareId, grant } = await shareFor();
    const { store } = push.stack.context.notices;
    const owner = push.stack.as(uid);
    await owner.updateShare({ shareId, expiresInDays: 1 });
    await owner.subscribeNotice({ shareId, ...newBrowser().subscription, client: visitor() });
    const { add } = store;
    store.add = async (...subscription) => {
      store.add = add;
      await owner.updateShare({ shareId, expiresInDays: 7 });
      return add(...subscription);
    };
    await waitFor(shareId, grant);
    push.stack.clock.now = new Date(push.stack.clock.now.getTime() + 2 * 86_400_000);
    await removeExpired(push.stack.context);
    await notifySenderBack(push.stack.context, shareId);
    expect(received).toHaveLength(1);
  });

  it('survives a push service that refuses it or redirects', async () => {
    for (const status of [302, 410, 500]) {
      answerWith(status);
      const { shareId, grant } = await shareFor();
      await waitFor(shareId, grant);
      await notifySenderBack(push.stack.context, shareId);
    }
    expect(received.map(({ path }) => path)).not.toContain('/elsewhere');
    expect(received).toHaveLength(3);
  });
});

describe('waiting for the sender', () => {
  it.each([
    ['a grant of another share', 'foreign', 'access-denied'],
    ["the sender's grant", 'sender', 'access-denied'],
    ['no credential', 'none', 'share-not-found'],
    ['a forged grant', 'forged', 'invalid-token'],
  ])('is refused with %s', async (_name, credential, reason) => {
    const own = await shareFor();
    const senders = await push.stack.as(own.uid, { sessionId: 'session-1' }).accessShare({
      shareId: own.shareId,
      password: '',
      client: visitor(),
    });
    const grants: Record<string, string> = {
      foreign: (await shareFor()).grant,
      sender: senders.grant?.token ?? '',
      none: '',
      forged: `${own.grant.slice(0, -8)}AAAAAAAA`,
    };
    const refusal = await refusalOf(waitFor(own.shareId, grants[credential] ?? ''));
    expect(refusal).toMatchObject({ reason });
  });

  it('is refused with a grant from before the share was restarted', async () => {
    const { uid, shareId, grant } = await shareFor();
    await push.stack.as(uid).stopShare({ shareId });
    await push.stack.as(uid).restartShare({ shareId });
    expect(await refusalOf(waitFor(shareId, grant))).toMatchObject({ reason: 'access-denied' });
  });

  it.each([
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/elsewhere',
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.attacker.example/x',
    'https://user@fcm.googleapis.com/x',
  ])('is refused for a subscription at %s', async (endpoint) => {
    const { shareId, grant } = await shareFor();
    const browser = newBrowser();
    const request = waitFor(shareId, grant, {
      ...browser,
      subscription: { ...browser.subscription, endpoint },
    });
    expect(await refusalOf(request)).toMatchObject({ reason: 'push-service-unknown' });
  });

  it('is limited to five browsers of a network and fifty of a share, in any order', async () => {
    const { shareId, grant } = await shareFor();
    const home = visitor();
    const attempts = (count: number, client?: typeof home) =>
      Promise.all(
        Array.from({ length: count }, () =>
          refusalOf(waitFor(shareId, grant, newBrowser(), client ?? visitor())),
        ),
      );
    const refused = { reason: 'too-many-notices' };
    const admitted = (results: unknown[]) => results.filter((r) => r === 'not rejected').length;
    const atHome = await attempts(maxPerNetwork + 3, home);
    expect(admitted(atHome)).toBe(maxPerNetwork);
    expect(atHome.at(-1) === 'not rejected' ? refused : atHome.at(-1)).toMatchObject(refused);
    expect(admitted(await attempts(maxPerShare))).toBe(maxPerShare - maxPerNetwork);
  });
});

describe('a notice of a delivery', () => {
  const deliver = async (uid: string, shareId: string, grant: string, letter: string) => {
    const deliveryId = letter.repeat(22);
    const client = visitor();
    await push.stack.client.recordDownload({
      shareId,
      grant,
      name: 'Grace',
      email: 'grace@example.test',
      client,
      deliveryId,
    });
    expect(received).toEqual([]);
    const report = { shareId, deliveryId, outcome: 'verified', bytes: 5, client };
    await push.stack.as(uid).reportDelivery(report);
    await push.stack.settled();
  };

  it('reaches the owner when both sides have confirmed it, for every delivery', async () => {
    const { uid, shareId, grant } = await shareFor();
    const browser = newBrowser();
    await push.stack
      .as(uid)
      .subscribeNotice({ shareId, ...browser.subscription, client: visitor() });
    for (const letter of ['a', 'b']) {
      await deliver(uid, shareId, grant, letter);
      expect(received.map((message) => decrypt(message, browser))).toEqual([
        { kind: 'delivered', shareId },
      ]);
      received.length = 0;
    }
  });

  describe('after the end of a session', () => {
    const subscribeAs = async (uid: string, sessionId: string, shareId: string) => {
      const browser = newBrowser();
      await push.stack
        .as(uid, { sessionId })
        .subscribeNotice({ shareId, ...browser.subscription, client: visitor() });
      return browser;
    };

    it("reaches the browsers of the owner's other sessions only, with which it goes on", async () => {
      const { uid, shareId, grant } = await shareFor();
      await subscribeAs(uid, 'left', shareId);
      const stays = await subscribeAs(uid, 'stays', shareId);
      push.stack.endedSessions.add('left');
      for (const letter of ['a', 'b']) {
        await deliver(uid, shareId, grant, letter);
        expect(received.map((message) => decrypt(message, stays))).toEqual([
          { kind: 'delivered', shareId },
        ]);
        received.length = 0;
      }
    });

    it('is not sent to a browser that subscribed while its session was being ended', async () => {
      const { uid, shareId, grant } = await shareFor();
      const { store } = push.stack.context.notices;
      const { add } = store;
      store.add = async (options) => {
        push.stack.endedSessions.add('ending');
        return add(options);
      };
      try {
        await subscribeAs(uid, 'ending', shareId);
      } finally {
        store.add = add;
      }
      await deliver(uid, shareId, grant, 'a');
      expect(received).toEqual([]);
    });

    it('reaches the same browser again once it has subscribed in a new session', async () => {
      const { uid, shareId, grant } = await shareFor();
      const browser = await subscribeAs(uid, 'first', shareId);
      push.stack.endedSessions.add('first');
      const { subscription } = browser;
      await push.stack
        .as(uid, { sessionId: 'second' })
        .subscribeNotice({ shareId, ...subscription, client: visitor() });
      await deliver(uid, shareId, grant, 'a');
      expect(received.map((message) => decrypt(message, browser))).toHaveLength(1);
    });

    it('leaves no subscription behind, and keeps those of recipients', async () => {
      const { uid, shareId, grant } = await shareFor();
      const { store } = push.stack.context.notices;
      await waitFor(shareId, grant);
      await subscribeAs(uid, 'over', shareId);
      push.stack.endedSessions.add('over');
      await deliver(uid, shareId, grant, 'a');
      expect(await store.list('delivered', shareId)).toEqual([]);
      await notifySenderBack(push.stack.context, shareId);
      expect(received).toHaveLength(1);
    });
  });

  it('is not sent again to a browser that has unsubscribed, nor to others', async () => {
    const { uid, shareId, grant } = await shareFor();
    const { subscription } = newBrowser();
    const request = { shareId, ...subscription, client: visitor() };
    expect(await refusalOf(push.stack.as(uniqueUid()).subscribeNotice(request))).toMatchObject({
      reason: 'share-not-found',
    });
    await push.stack.as(uid).subscribeNotice(request);
    answerWith(410);
    await deliver(uid, shareId, grant, 'a');
    expect(received).toHaveLength(1);
    received.length = 0;
    await deliver(uid, shareId, grant, 'b');
    expect(received).toEqual([]);
  });
});
