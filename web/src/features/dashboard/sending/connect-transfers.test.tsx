import { jest } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import type { ApiAnswer } from '../../../../test/fake-api.js';
import { fakeIdentity } from '../../../../test/fake-identity.js';
import { createFakeLinkSecret } from '../../../../test/fake-link-secret.js';
import { installDigests, newReceipt, submissionOf } from '../../../../test/receipts.js';
import { startApi, tidyUp } from '../../../../test/render-app.js';
import { recipientStatus, senderSnapshot } from '../../../../test/snapshots.js';
import { createStore } from '../../../app/store.js';
import { setIdentityLoader, setSession, signOut } from '../../../lib/account/session.js';
import { setLinkSecretOpener } from '../../../lib/links/share-link.js';
import type { RecipientStatus, SenderOptions, SenderSnapshot } from '../../../transfer/api.js';
import type { LinkSecret } from '../../../transfer/link-keys.js';
import { auditApi } from '../../audit/api.js';
import { sharesApi } from '../api.js';
import { createFakeSession } from '../test/fake-session.js';
import { connectTransfers } from './connect-transfers.js';
import { selectTransfer, selectTransfers } from './transfers-slice.js';

const link = recipientStatus({
  state: 'sending',
  stats: {
    progressPercent: 1,
    bytesTransferred: 1,
    totalBytes: 100,
    bytesPerSecond: 1,
    etaSeconds: 99,
  },
});
const snapshotOf = (state: RecipientStatus['state']): SenderSnapshot =>
  senderSnapshot({
    state: state === 'completed' ? 'completed' : 'sending',
    recipients: [{ ...link, state }],
    stats: link.stats,
  });

afterEach(() => {
  tidyUp();
  jest.useRealTimers();
});

const chosen = (name: string) => ({ file: new File(['x'], name), handles: [], isFolder: false });

describe('after a download', () => {
  it('reloads the lists of shares and audit entries [7.17]', async () => {
    const api = startApi();
    const store = createStore('u');
    await Promise.all([
      store.dispatch(sharesApi.endpoints.listShares.initiate({ uid: 'u' })),
      store.dispatch(auditApi.endpoints.listAuditLogs.initiate('u')),
    ]);
    const { session, show } = createFakeSession();
    show(snapshotOf('sending'));
    const transfers = connectTransfers(store.dispatch, 'u', () => Promise.resolve(session));
    await transfers.start({ shareId: 'abc', filename: 'a.txt' }, chosen('a.txt'));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    const counts = (): number[] =>
      ['GET /api/file-shares', 'GET /api/audit-logs'].map((route) => api.to(route).length);
    expect(counts()).toEqual([1, 1]);
    show(snapshotOf('completed'));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(counts()).toEqual([2, 2]);
    // Once more when the recipient's record is there.
    await act(() => jest.advanceTimersByTimeAsync(2_500));
    expect(counts()).toEqual([3, 3]);
    transfers.endAll();
  });
});

describe('a share whose key or choice cannot be read on this device', () => {
  afterEach(() => setLinkSecretOpener(null));

  it.each<keyof LinkSecret>(['findKey', 'findShare'])(
    'is not sent as one of a plain link (%s), but once it can be read',
    async (broken) => {
      startApi();
      const user = { uid: 'ada', email: null, displayName: null, photoURL: null };
      setSession({ status: 'user', user });
      const { secret } = createFakeLinkSecret({ abc: { asksFirst: true } });
      const busy = new DOMException('', 'UnknownError');
      setLinkSecretOpener(() => ({ ...secret, [broken]: () => Promise.reject(busy) }));
      const store = createStore('u');
      const options: SenderOptions[] = [];
      const transfers = connectTransfers(store.dispatch, 'ada', (given) => {
        options.push(given);
        return Promise.resolve(createFakeSession().session);
      });
      await transfers.start({ shareId: 'abc', filename: 'a.txt' }, chosen('a.txt'));
      expect(options).toEqual([]);
      expect(selectTransfer(store.getState(), 'abc')?.snapshot.error?.code).toBe('link-not-read');
      setLinkSecretOpener(() => secret);
      transfers.retry('abc');
      await waitFor(() => expect(options[0]?.asksFirst?.()).toBe(true));
      transfers.endAll();
    },
  );
});

it('a share that another account of this browser has created is not sent', async () => {
  startApi();
  const user = { uid: 'eve', email: null, displayName: null, photoURL: null };
  setSession({ status: 'user', user });
  const { secret } = createFakeLinkSecret();
  setLinkSecretOpener(() => ({ ...secret, isOfAnother: () => Promise.resolve(true) }));
  const store = createStore('u');
  const createSender = jest.fn(() => Promise.resolve(createFakeSession().session));
  const transfers = connectTransfers(store.dispatch, 'eve', createSender);
  await transfers.start({ shareId: 'abc', filename: 'a.txt' }, chosen('a.txt'));
  expect(createSender).not.toHaveBeenCalled();
  const shown = selectTransfer(store.getState(), 'abc')?.snapshot.error?.code;
  expect(shown).toBe('share-of-another-account');
  transfers.endAll();
  setLinkSecretOpener(null);
});

describe('the end of a transfer', () => {
  it('is reported to the server by the sender’s page', async () => {
    const api = startApi();
    let options: SenderOptions | null = null;
    const transfers = connectTransfers(createStore('u').dispatch, 'u', (given) => {
      options = given;
      return Promise.reject(new Error('offline'));
    });
    await transfers.start({ shareId: 'abc', filename: 'a.txt' }, chosen('a.txt'));
    api.answer({ 'POST /api/shares/abc/delivery': { body: { success: true } } });
    const report = { deliveryId: 'd'.repeat(22), outcome: 'failed', bytes: 5 } as const;
    (options as SenderOptions | null)?.onDelivery?.(report);
    await waitFor(() =>
      expect(api.to('POST /api/shares/abc/delivery').map(({ body }) => body)).toEqual([report]),
    );
    transfers.endAll();
  });
});

describe('signing out during a transfer', () => {
  const share = { shareId: 'abc', filename: 'a.txt' };
  const route = 'POST /api/shares/abc/delivery';
  const report = { deliveryId: 'd'.repeat(22), outcome: 'failed', bytes: 5 } as const;

  /** Sends a share whose session reports `report` when it ends; `steps` has what reaches the server. */
  const send = async (answer: () => Promise<ApiAnswer>) => {
    const api = startApi();
    const steps: string[] = [];
    api.answer({
      [route]: async () => {
        const answered = await answer();
        steps.push('reported');
        return answered;
      },
    });
    const endSession = () => Promise.resolve(void steps.push('signed out'));
    setIdentityLoader(() => Promise.resolve(fakeIdentity({ endSession })));
    const store = createStore('u');
    const transfers = connectTransfers(store.dispatch, 'u', ({ onDelivery }) => {
      const { session } = createFakeSession();
      return Promise.resolve({ ...session, close: () => onDelivery?.(report) });
    });
    await transfers.start(share, chosen('a.txt'));
    return { api, steps, store, transfers };
  };

  it('ends it, and the session only after its report', async () => {
    const { api, steps, store, transfers } = await send(() => Promise.resolve({ body: {} }));
    await signOut();
    expect(steps).toEqual(['reported', 'signed out']);
    expect(api.to(route).map(({ body }) => body)).toEqual([report]);
    expect(selectTransfers(store.getState())).toEqual([]);
    transfers.endAll();
  });

  it('waits two seconds for a report at the most', async () => {
    const { steps, transfers } = await send(() => new Promise(() => undefined));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    const leaving = signOut();
    await jest.advanceTimersByTimeAsync(1_900);
    expect(steps).toEqual([]);
    await jest.advanceTimersByTimeAsync(200);
    await leaving;
    expect(steps).toEqual(['signed out']);
    transfers.endAll();
  });

  it('is undone when it fails, but for what had been stopped before', async () => {
    const { api, store, transfers } = await send(() => Promise.resolve({ body: {} }));
    api.answer({ 'POST /api/shares/stopped/delivery': { body: {} } });
    await transfers.start({ shareId: 'stopped', filename: 'b.txt' }, chosen('b.txt'));
    transfers.end('stopped');
    const endSession = () => Promise.reject(new Error('offline'));
    setIdentityLoader(() => Promise.resolve(fakeIdentity({ endSession })));
    await expect(signOut()).rejects.toThrow('offline');
    await waitFor(() =>
      expect(selectTransfer(store.getState(), 'abc')?.snapshot.state).toBe('waiting'),
    );
    expect(selectTransfers(store.getState())).toHaveLength(1);
    transfers.endAll();
  });

  it('sends nothing again when it fails after the session has ended', async () => {
    const { store, transfers } = await send(() => Promise.resolve({ body: {} }));
    const endSession = () => {
      transfers.leave();
      return Promise.reject(new Error('offline'));
    };
    setIdentityLoader(() => Promise.resolve(fakeIdentity({ endSession })));
    await expect(signOut()).rejects.toThrow('offline');
    expect(selectTransfers(store.getState())).toEqual([]);
  });
});

it('the figures of a transfer move on after the clock of the device was set back', async () => {
  startApi();
  const store = createStore('u');
  const { session, show } = createFakeSession();
  const transfers = connectTransfers(store.dispatch, 'u', () => Promise.resolve(session));
  await transfers.start({ shareId: 'abc', filename: 'a.txt' }, chosen('a.txt'));
  const bytesShown = () =>
    selectTransfer(store.getState(), 'abc')?.snapshot.recipients[0]?.stats.bytesTransferred;
  show({ state: 'sending', recipients: [link] });
  expect(bytesShown()).toBe(1);
  const hourMs = 60 * 60_000;
  const secondLater = performance.now() + 1_000;
  const clocks = [
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() - hourMs),
    jest.spyOn(performance, 'now').mockReturnValue(secondLater),
  ];
  const moved = { ...link, stats: { ...link.stats, bytesTransferred: 2 } };
  show({ state: 'sending', recipients: [moved] });
  for (const clock of clocks) clock.mockRestore();
  expect(bytesShown()).toBe(2);
  transfers.endAll();
});

describe('the receipt of a delivery', () => {
  beforeAll(installDigests);

  it('is submitted by the session, on whichever page the owner is', async () => {
    const api = startApi();
    const { session, show } = createFakeSession();
    const transfers = connectTransfers(createStore('u').dispatch, 'u', () =>
      Promise.resolve(session),
    );
    await transfers.start({ shareId: 'abc', filename: 'a.txt' }, chosen('a.txt'));
    const receipt = newReceipt('abc');
    const route = 'POST /api/shares/abc/receipt';
    api.answer({ [route]: { status: 409 } });
    for (const part of [null, receipt, receipt])
      show({ recipients: [recipientStatus({ state: 'completed', receipt: part })] });
    await waitFor(() =>
      expect(api.to(route).map(({ body }) => body)).toEqual([submissionOf(receipt)]),
    );
    transfers.endAll();
  });
});

describe("'Try Again'", () => {
  it('retries with the file of the current session', async () => {
    startApi();
    const files: string[] = [];
    const { session, retry } = createFakeSession();
    const transfers = connectTransfers(createStore('u').dispatch, 'u', ({ file }) => {
      files.push(file.name);
      return files.length === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(session);
    });
    const share = { shareId: 'abc', filename: 'a.txt' };
    await transfers.start(share, chosen('never sent'));
    transfers.end('abc');
    await transfers.start(share, chosen('sent'));
    transfers.retry('abc');
    expect([files, retry.mock.calls.length]).toEqual([['never sent', 'sent'], 1]);
  });
});
