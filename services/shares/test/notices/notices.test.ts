import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { testAuthority } from '@tandem/kit/testing';
import { events } from '@tandem/proto/events';
import ece from 'http_ece';
import { maxPerNetwork, maxPerShare } from '../../src/notices/notice.store.js';
import { notifyDelivered, notifySenderBack, removeExpired } from '../../src/notices/notices.js';
import { purgeInactive } from '../../src/share/sweep.js';
import { createFor, refusalOf, startStack, uniqueUid, visitor, type Stack } from '../harness.js';

/** A browser's half of a subscription. */
const createBrowser = (origin: string, name: string) => {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url', 'uncompressed');
  const auth = randomBytes(16).toString('base64url');
  return { subscription: { endpoint: `${origin}/${name}`, p256dh, auth }, pair };
};
type Browser = ReturnType<typeof createBrowser>;

/** A push service: accepts any message and keeps it. */
interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}
const received: Received[] = [];
let answer = 201;
let pushService: Server;
let origin: string;
let stack: Stack;
/** Its private key has fewer than 32 bytes, because its leading zero is left out. */
const vapid = createECDH('prime256v1');
vapid.setPrivateKey(Buffer.concat([Buffer.of(1), randomBytes(30)]));

beforeAll(async () => {
  const { key, certificate, authorities } = await (
    await testAuthority()
  ).issue('push', { hosts: ['localhost'] });
  pushService = createServer({ key, cert: certificate }, (request, response) => {
    void buffer(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(answer, { Location: `${origin}/elsewhere` }).end();
    });
  });
  pushService.listen(0, 'localhost');
  await once(pushService, 'listening');
  const host = `localhost:${(pushService.address() as AddressInfo).port}`;
  origin = `https://${host}`;
  const keys = {
    VAPID_PUBLIC_KEY: vapid.getPublicKey('base64url', 'uncompressed'),
    VAPID_PRIVATE_KEY: vapid.getPrivateKey('base64url'),
    VAPID_SUBJECT: 'mailto:operator@example.test',
    PUSH_SERVICE_HOSTS: host,
  };
  stack = await startStack(keys, undefined, new Agent({ ca: authorities }));
});
afterAll(async () => {
  await stack.stop();
  pushService.close();
});
beforeEach(() => {
  received.length = 0;
  answer = 201;
  stack.clock.now = new Date();
});

let browsers = 0;
const newBrowser = () => {
  browsers += 1;
  return createBrowser(origin, `browser-${browsers}`);
};

const open = async (shareId: string, password: string) => {
  const { grant } = await stack.client.accessShare({ shareId, password, client: visitor() });
  return grant?.token ?? '';
};
const waitFor = (
  shareId: string,
  grant: string,
  { subscription }: Browser = newBrowser(),
  client = visitor(),
) => stack.client.subscribeNotice({ shareId, grant, ...subscription, client });

const decrypt = ({ body }: Received, { pair, subscription }: Browser): unknown =>
  JSON.parse(
    ece
      .decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: subscription.auth })
      .toString(),
  );

/** The claims of an ES256 token; throws unless the key has signed it. */
const verifiedClaims = (token: string, point: Buffer): unknown => {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const signed = Buffer.from(`${header}.${claims}`);
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64url')))
    throw new Error('the signature is invalid');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
};

const shareFor = async (uid = uniqueUid()) => {
  const { shareId, password } = await createFor(stack.client, uid);
  return { uid, shareId, grant: await open(shareId, password) };
};

describe('a notice that the sender is back', () => {
  it('reaches a waiting browser once, encrypted for it, without the name of the file', async () => {
    const { shareId, grant } = await shareFor();
    const browser = newBrowser();
    await waitFor(shareId, grant, browser);
    await waitFor(shareId, grant, browser);
    await notifySenderBack(stack.context, shareId);
    await notifySenderBack(stack.context, shareId);
    expect(received).toHaveLength(1);
    const [message] = received as [Received];
    expect(message.path).toBe(new URL(browser.subscription.endpoint).pathname);
    expect(decrypt(message, browser)).toEqual({ kind: 'sender-back', shareId });
    expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: shareId });
    const [, token = '', key = ''] =
      /^vapid t=(.+), k=(.+)$/.exec(message.headers.authorization ?? '') ?? [];
    expect(key).toBe(vapid.getPublicKey('base64url', 'uncompressed'));
    const payload = verifiedClaims(token, Buffer.from(key, 'base64url'));
    expect(payload).toMatchObject({ aud: origin, sub: 'mailto:operator@example.test' });
  });

  it('is not sent after it was cancelled, after the share stopped, or after it expired', async () => {
    const cancelled = await shareFor();
    const browser = newBrowser();
    await waitFor(cancelled.shareId, cancelled.grant, browser);
    const { endpoint } = browser.subscription;
    await stack.client.cancelNotice({ shareId: cancelled.shareId, endpoint });
    await notifySenderBack(stack.context, cancelled.shareId);

    const stopped = await shareFor();
    await waitFor(stopped.shareId, stopped.grant);
    await stack.as(stopped.uid).stopShare({ shareId: stopped.shareId });
    await notifySenderBack(stack.context, stopped.shareId);

    const expired = await shareFor();
    await waitFor(expired.shareId, expired.grant);
    stack.clock.now = new Date(Date.now() + 8 * 86_400_000);
    await removeExpired(stack.context);
    await notifySenderBack(stack.context, expired.shareId);
    expect(received).toEqual([]);
  });

  it.each([
    ['an update', 'free', 1, 7],
    ['a restart on a smaller plan', 'proforever', 20, 0],
  ] as const)(
    'expires with the share when %s fails halfway and is repeated',
    async (_, plan, daysBefore, daysAfter) => {
      const { uid, shareId, grant } = await shareFor();
      const { notices, plans } = stack.context;
      const owner = stack.as(uid);
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
      stack.clock.now = new Date(stack.clock.now.getTime() + 1_000);
      await change();
      const { expiresAt } = await stack.client.getShareInfo({ shareId });
      const atExpiry = expiresAt?.getTime() ?? 0;
      stack.clock.now = new Date(atExpiry - 1);
      await removeExpired(stack.context);
      expect(await notices.store.list('sender-back', shareId)).toHaveLength(1);
      stack.clock.now = new Date(atExpiry);
      await removeExpired(stack.context);
      expect(await notices.store.list('sender-back', shareId)).toEqual([]);
    },
  );

  it('is sent until the expiry to which the owner has moved the share', async () => {
    const { uid, shareId, grant } = await shareFor();
    const owner = stack.as(uid);
    await owner.updateShare({ shareId, expiresInDays: 1 });
    await waitFor(shareId, grant);
    const client = visitor();
    await owner.subscribeNotice({ shareId, ...newBrowser().subscription, client });
    await owner.updateShare({ shareId, expiresInDays: 7 });
    stack.clock.now = new Date(stack.clock.now.getTime() + 2 * 86_400_000);
    await removeExpired(stack.context);
    await notifySenderBack(stack.context, shareId);
    await notifyDelivered(stack.context, shareId);
    expect(received).toHaveLength(2);
  });

  it('is sent until that expiry, also when the owner moves it during the subscription', async () => {
    const { uid, shareId, grant } = await shareFor();
    const { store } = stack.context.notices;
    const owner = stack.as(uid);
    await owner.updateShare({ shareId, expiresInDays: 1 });
    await owner.subscribeNotice({ shareId, ...newBrowser().subscription, client: visitor() });
    const { add } = store;
    store.add = async (...subscription) => {
      store.add = add;
      await owner.updateShare({ shareId, expiresInDays: 7 });
      return add(...subscription);
    };
    await waitFor(shareId, grant);
    stack.clock.now = new Date(stack.clock.now.getTime() + 2 * 86_400_000);
    await removeExpired(stack.context);
    await notifySenderBack(stack.context, shareId);
    expect(received).toHaveLength(1);
  });

  it('survives a push service that refuses it or redirects', async () => {
    for (const status of [302, 410, 500]) {
      answer = status;
      const { shareId, grant } = await shareFor();
      await waitFor(shareId, grant);
      await notifySenderBack(stack.context, shareId);
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
    const senders = await stack.as(own.uid, { sessionId: 'session-1' }).accessShare({
      ...{ shareId: own.shareId, password: '', client: visitor() },
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
    await stack.as(uid).stopShare({ shareId });
    await stack.as(uid).restartShare({ shareId });
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

describe('the subscriptions to a share', () => {
  const day = 86_400_000;
  const kept = async (shareId: string): Promise<number> => {
    const { list } = stack.context.notices.store;
    return (await list('sender-back', shareId)).length + (await list('delivered', shareId)).length;
  };
  const subscribed = async () => {
    const share = await shareFor();
    await waitFor(share.shareId, share.grant);
    const request = { shareId: share.shareId, ...newBrowser().subscription, client: visitor() };
    await stack.as(share.uid).subscribeNotice(request);
    expect(await kept(share.shareId)).toBe(2);
    return share;
  };
  const forOneYear = async (uid: string, shareId: string) => {
    await stack.context.plans.apply(uid, 'proforever', 1);
    await stack.as(uid).updateShare({ shareId, expiresInDays: 365 });
  };
  const deleteAccount = async (uid: string) => {
    const { subject, codec } = events.userDeleted;
    const data = codec.encode({ uid }).finish();
    await stack.bus.publish({ id: uid, subject, data, traceparent: '' });
    await stack.bus.settled();
  };

  it('survive a deletion that the owner has overtaken with a restart', async () => {
    const { uid, shareId } = await subscribed();
    await forOneYear(uid, shareId);
    await stack.as(uid).stopShare({ shareId });
    stack.clock.now = new Date(stack.clock.now.getTime() + 31 * day);
    const { shares } = stack.context;
    const { inactiveSince } = shares;
    shares.inactiveSince = async (...page) => {
      shares.inactiveSince = inactiveSince;
      const due = await inactiveSince(...page);
      await stack.as(uid).restartShare({ shareId });
      return due;
    };
    await purgeInactive(stack.context);
    await removeExpired(stack.context);
    expect(await stack.client.getShareInfo({ shareId })).toMatchObject({ isActive: true });
    expect(await kept(shareId)).toBe(2);
  });

  it('survive a stop, after which the owner may restart it', async () => {
    const { uid, shareId } = await subscribed();
    await stack.as(uid).stopShare({ shareId });
    await stack.as(uid).restartShare({ shareId });
    expect(await kept(shareId)).toBe(2);
  });

  it('are deleted with it, long before its expiry', async () => {
    const { uid, shareId } = await subscribed();
    await forOneYear(uid, shareId);
    await stack.as(uid).stopShare({ shareId });
    stack.clock.now = new Date(stack.clock.now.getTime() + 31 * day);
    await purgeInactive(stack.context);
    expect(await kept(shareId)).toBe(0);
  });

  it('are deleted with it, even if the process ends in between', async () => {
    const { uid, shareId } = await subscribed();
    await forOneYear(uid, shareId);
    const { store } = stack.context.notices;
    const { removeOfShare } = store;
    store.removeOfShare = () => Promise.reject(new Error('the process has ended'));
    try {
      await stack.as(uid).stopShare({ shareId });
      stack.clock.now = new Date(stack.clock.now.getTime() + 31 * day);
      await purgeInactive(stack.context).catch(() => undefined);
    } finally {
      store.removeOfShare = removeOfShare;
    }
    await removeExpired(stack.context);
    expect(await refusalOf(stack.client.getShareInfo({ shareId }))).toMatchObject({
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
    const { store } = stack.context.notices;
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
    const { store } = stack.context.notices;
    const expiresAt = new Date(stack.clock.now.getTime() + day);
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
    stack.clock.now = new Date(expiresAt.getTime() + 1);
    await removeExpired(stack.context);
    expect(await store.expired(stack.clock.now, 1)).toEqual([]);
  });

  it('expire with it when a restart shortens it', async () => {
    const { uid, shareId } = await shareFor();
    await forOneYear(uid, shareId);
    const request = { shareId, ...newBrowser().subscription, client: visitor() };
    await stack.as(uid).subscribeNotice(request);
    await stack.context.plans.apply(uid, 'free', 2);
    await stack.as(uid).stopShare({ shareId });
    await stack.as(uid).restartShare({ shareId });
    stack.clock.now = new Date(Date.now() + 8 * day);
    await removeExpired(stack.context);
    expect(await kept(shareId)).toBe(0);
  });
});

describe('a notice of a delivery', () => {
  const deliver = async (uid: string, shareId: string, grant: string, letter: string) => {
    const deliveryId = letter.repeat(22);
    const client = visitor();
    await stack.client.recordDownload({
      ...{ shareId, grant, name: 'Grace', email: 'grace@example.test', client, deliveryId },
    });
    expect(received).toEqual([]);
    const report = { shareId, deliveryId, outcome: 'verified', bytes: 5, client };
    await stack.as(uid).reportDelivery(report);
    await stack.settled();
  };

  it('reaches the owner when both sides have confirmed it, for every delivery', async () => {
    const { uid, shareId, grant } = await shareFor();
    const browser = newBrowser();
    await stack.as(uid).subscribeNotice({ shareId, ...browser.subscription, client: visitor() });
    for (const letter of ['a', 'b']) {
      await deliver(uid, shareId, grant, letter);
      expect(received.map((message) => decrypt(message, browser))).toEqual([
        { kind: 'delivered', shareId },
      ]);
      received.length = 0;
    }
  });

  it('is not sent again to a browser that has unsubscribed, nor to others', async () => {
    const { uid, shareId, grant } = await shareFor();
    const { subscription } = newBrowser();
    const request = { shareId, ...subscription, client: visitor() };
    expect(await refusalOf(stack.as(uniqueUid()).subscribeNotice(request))).toMatchObject({
      reason: 'share-not-found',
    });
    await stack.as(uid).subscribeNotice(request);
    answer = 410;
    await deliver(uid, shareId, grant, 'a');
    expect(received).toHaveLength(1);
    received.length = 0;
    await deliver(uid, shareId, grant, 'b');
    expect(received).toEqual([]);
  });
});
