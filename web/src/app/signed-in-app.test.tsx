import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { isAskedBeforeLeaving } from '../../test/dom/tab.js';
import { installFakeApi } from '../../test/fake-api.js';
import { fakeIdentity } from '../../test/fake-identity.js';
import { config, someUser } from '../../test/render-app.js';
import { recipientStatus, senderSnapshot } from '../../test/snapshots.js';
import { setFileMemoryOpener } from '../features/dashboard/sending/file-memory.js';
import { transferChanged, transferStarted } from '../features/dashboard/sending/transfers-slice.js';
import { getSession, setIdentityLoader, setSession } from '../lib/account/session.js';
import { reportSession } from '../lib/account/session/session-store.js';
import { baseApi } from '../lib/http/base-api.js';
import { forgetConfig } from '../lib/http/config.js';
import { subscribeToPush } from '../lib/notices/notices.js';
import { installFakePush, type FakePush } from '../lib/notices/test/fake-push.js';
import {
  deliveriesReported,
  deliveriesSettled,
  sendDeliveryReport,
} from '../lib/transfer-api/delivery-report.js';
import { signedInAppOf } from './signed-in-app.js';

const signIn = (uid: string) => {
  setSession({ status: 'user', user: { ...someUser(), uid } });
  return signedInAppOf(uid);
};

const serving = transferStarted({ shareId: 'abc', filename: 'report.pdf', totalBytes: 1 });

afterEach(() => setSession({ status: 'visitor' }));

describe('the signed-in app', () => {
  it('is the same during a session and new for the next user', () => {
    const first = signIn('a');
    expect(signIn('a')).toBe(first);
    expect(signIn('b')).not.toBe(first);
  });

  it('shows no warning after the session has ended', () => {
    const first = signIn('a');
    first.store.dispatch(serving);
    expect(isAskedBeforeLeaving()).toBe(true);
    const second = signIn('b');
    expect(isAskedBeforeLeaving()).toBe(false);

    // A late response to the first user's request, then one that would start a warning.
    second.store.dispatch(serving);
    first.store.dispatch(baseApi.util.resetApiState());
    expect(isAskedBeforeLeaving()).toBe(true);
    setSession({ status: 'visitor' });
    first.store.dispatch(serving);
    expect(isAskedBeforeLeaving()).toBe(false);
  });
});

describe('an expired session', () => {
  const user = (uid: string) => ({ ...someUser(), uid });
  const expired = { status: 'visitor', wasEnded: true, hasExpired: true } as const;
  const recipient = recipientStatus({ state: 'sending' });
  const sending = senderSnapshot({ state: 'sending', recipients: [recipient] });
  let forgotten: string[];
  const expire = () => reportSession({ kind: 'refused', isExpiry: true, departure: null });

  beforeEach(() => {
    forgotten = [];
    setFileMemoryOpener((uid) => ({
      remember: () => Promise.resolve(),
      find: () => Promise.resolve(null),
      unfinished: () => Promise.resolve([]),
      markUnfinished: (shareId) => Promise.resolve(void forgotten.push(shareId)),
      forget: (shareId) => Promise.resolve(void forgotten.push(shareId)),
      forgetAll: () => Promise.resolve(void forgotten.push(`all of ${uid}`)),
    }));
  });
  afterEach(() => setFileMemoryOpener(null));

  it('ends the page that serves no recipient', () => {
    signIn('a');
    expect(expire()).toEqual(expired);
  });

  it('keeps the page until the last recipient has the file', async () => {
    const { store } = signIn('a');
    store.dispatch(serving);
    store.dispatch(transferChanged({ shareId: 'abc', snapshot: sending }));
    expect(expire()).toMatchObject({ status: 'user', hasExpired: true });
    const restoreSession = (): Promise<void> => Promise.resolve(void expire());
    setIdentityLoader(() => Promise.resolve(fakeIdentity({ restoreSession })));
    const completed = senderSnapshot({
      state: 'completed',
      recipients: [{ ...recipient, state: 'completed' }],
    });
    store.dispatch(transferChanged({ shareId: 'abc', snapshot: completed }));
    await waitFor(() => expect(getSession()).toEqual(expired));
  });

  it('ends transfers, but forgets no file', () => {
    const { transfers } = signIn('a');
    setSession(expired);
    expect(transfers.hasEnded()).toBe(true);
    expect(forgotten).toEqual([]);
    signIn('a');
    setSession({ status: 'visitor', wasEnded: true });
    expect(forgotten).toEqual(['all of a']);
  });

  const closed = senderSnapshot({ state: 'error', error: { code: 'session-ended' } });
  const report = { deliveryId: 'd'.repeat(22), outcome: 'verified', bytes: 1 } as const;
  const deliver = 'POST /api/shares/abc/delivery';
  /** A report of the user that the server refuses. */
  const reportInVain = async () => {
    setIdentityLoader(() => Promise.resolve(fakeIdentity()));
    const api = installFakeApi({ [deliver]: { status: 401, body: { reason: 'expired-session' } } });
    const reporting = sendDeliveryReport('abc', report, []);
    await deliveriesReported();
    return { api, reporting };
  };

  it('keeps the page while a report can confirm a delivery after the sign-in', async () => {
    signIn('a');
    const { reporting } = await reportInVain();
    expect(expire()).toMatchObject({ status: 'user', hasExpired: true });
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000);
    expect(expire()).toEqual(expired);
    now.mockRestore();
    await reporting;
  });

  it('lets the shares join their rooms again after the sign-in, once they have no recipient', async () => {
    const { store, transfers } = signIn('a');
    const retry = jest.spyOn(transfers, 'retry');
    store.dispatch(serving);
    store.dispatch(transferChanged({ shareId: 'abc', snapshot: sending }));
    setSession({ status: 'user', user: user('a'), hasExpired: true });
    setSession({ status: 'user', user: user('a') });
    expect(signedInAppOf('a').store).toBe(store);
    await deliveriesSettled();
    expect(retry).not.toHaveBeenCalled();
    store.dispatch(transferChanged({ shareId: 'abc', snapshot: closed }));
    store.dispatch(transferChanged({ shareId: 'abc', snapshot: closed }));
    await waitFor(() => expect(retry.mock.calls).toEqual([['abc']]));
  });

  it('lets no share join its room before the server has the reports of its deliveries', async () => {
    const { store, transfers } = signIn('a');
    const retry = jest.spyOn(transfers, 'retry');
    store.dispatch(serving);
    const { api, reporting } = await reportInVain();
    store.dispatch(transferChanged({ shareId: 'abc', snapshot: closed }));
    setSession({ status: 'user', user: user('a'), hasExpired: true });
    let answer = (): void => undefined;
    const answered = new Promise<{ body: object }>((resolve) => {
      answer = () => resolve({ body: {} });
    });
    api.answer({ [deliver]: () => answered });
    setSession({ status: 'user', user: user('a') });
    await waitFor(() => expect(api.to(deliver)).toHaveLength(2));
    expect(retry).not.toHaveBeenCalled();
    answer();
    await reporting;
    await waitFor(() => expect(retry.mock.calls).toEqual([['abc']]));
  });
});

describe('the notices of this browser', () => {
  let push: FakePush;
  /** Grants a lock after the one before. */
  let turn = Promise.resolve();
  let requests = 0;
  const request = (_name: string, _options: object, task: () => Promise<void>) => {
    requests += 1;
    const result = turn.then(task);
    turn = result.catch(() => undefined);
    return result;
  };

  beforeEach(() => {
    push = installFakePush();
    push.isSubscribed = false;
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
    localStorage.clear();
    forgetConfig();
    const done = { status: 201, body: { success: true } };
    installFakeApi({
      'GET /api/config': { body: { ...config, pushPublicKey: 'key' } },
      'POST /api/shares/abc/notices': done,
      'POST /api/shares/def/notices': done,
    });
  });
  afterEach(() => {
    push.remove();
    Reflect.deleteProperty(navigator, 'locks');
  });

  /** Another tab, in which the next user has signed in. */
  const openTab = async (uid: string) => {
    jest.resetModules();
    const session = await import('../lib/account/session.js');
    const notices = await import('../lib/notices/notices.js');
    session.setSession({ status: 'user', user: { ...someUser(), uid } });
    return notices;
  };

  it('end with the session of the user', async () => {
    signIn('a');
    expect(await subscribeToPush('abc')).toBe(true);
    setSession({ status: 'visitor' });
    await waitFor(() => expect(push.isSubscribed).toBe(false));
  });

  it('of the next user survive a tab that notices the change of users late', async () => {
    signIn('a');
    await subscribeToPush('abc');
    const tab = await openTab('b');
    expect(await tab.subscribeToPush('def')).toBe(true);
    expect([push.ends, push.isSubscribed]).toEqual([1, true]);
    signIn('b');
    await tab.endPush('nobody');
    expect([push.ends, push.isSubscribed]).toEqual([1, true]);
  });

  it('of the next user begin only after those of the previous user have ended', async () => {
    signIn('a');
    await subscribeToPush('abc');
    const tab = await openTab('b');
    let release = (): void => undefined;
    push.ending = new Promise((resolve) => (release = resolve));
    const before = requests;
    setSession({ status: 'visitor' });
    const subscribing = tab.subscribeToPush('def');
    await waitFor(() => expect(requests).toBe(before + 2), { timeout: 5_000 });
    release();
    expect(await subscribing).toBe(true);
    expect([push.ends, push.isSubscribed]).toEqual([1, true]);
  });
});
