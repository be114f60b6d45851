import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { createFakeFileMemory } from '../../../../test/fake-file-memory.js';
import { installFakeLocks } from '../../../../test/fake-locks.js';
import { newReceipt } from '../../../../test/receipts.js';
import { recipientStatus } from '../../../../test/snapshots.js';
import { createStore } from '../../../app/store.js';
import { warnBeforeLeaving } from '../../../lib/browser/leave-warning.js';
import { CodeNotLoaded } from '../../../lib/code-not-loaded.js';
import type { RecipientStatus, SenderOptions, SendSession } from '../../../transfer/api.js';
import { createFakeSession } from '../test/fake-session.js';
import { selectTransfer } from './transfers-slice.js';
import { createTransfers } from './transfers.js';

const shareId = 'abc';
const share = { shareId, filename: 'report.pdf' };
const file = (name: string) => ({ file: new File(['x'], name), handles: [], isFolder: false });
const person = { name: 'Ada', email: 'ada@example.com', basis: 'signed-in' } as const;

const phases = ['starting', 'running', 'failed', 'ended'] as const;
type Phase = (typeof phases)[number];

/** A call of the engine, which the test answers. */
interface Start {
  options: SenderOptions;
  resolve: (session: SendSession) => void;
  reject: (cause: Error) => void;
}

let locks = installFakeLocks();
beforeEach(() => {
  locks = installFakeLocks();
});
afterEach(() => locks.remove());

const open = () => {
  const store = createStore('u');
  const { memory, files } = createFakeFileMemory();
  const starts: Start[] = [];
  const notices: string[] = [];
  const delivered: string[] = [];
  let nowMs = 0;
  const reload = jest.fn();
  let identifying = Promise.resolve();
  const transfers = createTransfers({
    dispatch: store.dispatch,
    createSender: (options) =>
      new Promise((resolve, reject) => {
        starts.push({ options, resolve, reject });
      }),
    prepare: () => Promise.resolve(),
    setLimit: () => undefined,
    signallingUrl: () => Promise.resolve('wss://here/ws'),
    iceServers: () => Promise.resolve([]),
    linkKey: () => Promise.resolve(null),
    asksHere: () => Promise.resolve(false),
    person: () => person,
    sendReport: () => undefined,
    sendDelivery: () => undefined,
    notify: ({ title }) => void notices.push(title),
    identify: async (given) => {
      await identifying;
      return `id of ${given.name}`;
    },
    memory,
    onQuestion: (_share, { title }) => void notices.push(title),
    onDelivered: (of) => void delivered.push(of.shareId),
    reload,
    now: () => nowMs,
  });

  /** The engine is called the `count`-th time. */
  const called = async (count: number): Promise<Start> => {
    await waitFor(() => expect(starts).toHaveLength(count));
    return starts.at(-1) as Start;
  };
  /** `fake` is the session with which the engine is going to answer, if it does. */
  const begin = async (name = 'report.pdf') => {
    const isStarted = transfers.start(share, file(name));
    return { call: await called(starts.length + 1), isStarted, fake: createFakeSession() };
  };
  const run = async () => {
    const begun = await begin();
    begun.call.resolve(begun.fake.session);
    await begun.isStarted;
    await waitFor(() => expect(files.has(shareId)).toBe(true));
    return begun;
  };
  const reach: Record<Phase, () => ReturnType<typeof begin>> = {
    starting: () => begin(),
    running: run,
    failed: async () => {
      const begun = await begin();
      begun.call.reject(new Error('offline'));
      await begun.isStarted;
      return begun;
    },
    ended: async () => {
      const begun = await run();
      transfers.end(shareId);
      return begun;
    },
  };

  return {
    transfers,
    starts,
    reload,
    notices,
    delivered,
    files,
    called,
    begin,
    reach,
    /** Until the returned function is called, no file is identified. */
    delayIdentify: () => {
      let finish = (): void => undefined;
      identifying = new Promise((resolve) => {
        finish = resolve;
      });
      return async () => {
        finish();
        await identifying;
      };
    },
    wait: (ms: number) => {
      nowMs += ms;
    },
    shown: () => selectTransfer(store.getState(), shareId)?.snapshot,
    state: () => selectTransfer(store.getState(), shareId)?.snapshot.state,
    isLocked: () => locks.names().length > 0,
  };
};

describe('a share whose code does not arrive', () => {
  const fail = async (page: ReturnType<typeof open>, count: number): Promise<void> => {
    (await page.called(count)).reject(new CodeNotLoaded(new TypeError('404')));
    await waitFor(() => expect(page.state()).toBe('error'));
  };
  const failed = async () => {
    const page = open();
    const isStarted = page.transfers.start(share, file('report.pdf'));
    await fail(page, 1);
    await isStarted;
    return page;
  };
  afterEach(() => warnBeforeLeaving('test', false));

  it('is shown as failed for that reason, and is sent once the code arrives', async () => {
    const page = await failed();
    expect(page.shown()?.error?.code).toBe('code-not-loaded');
    expect(page.notices).toEqual(['report.pdf - Transfer Failed']);
    page.transfers.retry(shareId);
    (await page.called(2)).resolve(createFakeSession().session);
    await waitFor(() => expect(page.state()).toBe('waiting'));
    expect(page.reload).not.toHaveBeenCalled();
  });

  it('loads the page again when the code does not arrive at a second attempt either', async () => {
    const page = await failed();
    page.transfers.retry(shareId);
    await fail(page, 2);
    await waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
  });

  it('interrupts nothing that is under way', async () => {
    const page = await failed();
    warnBeforeLeaving('test', true);
    page.transfers.retry(shareId);
    await fail(page, 2);
    page.transfers.retry(shareId);
    await page.called(3);
    expect(page.reload).not.toHaveBeenCalled();
  });
});

describe('a share that this tab sends', () => {
  it.each([
    ['starting', 'connecting', true],
    ['running', 'waiting', true],
    ['failed', 'error', false],
    ['ended', undefined, false],
  ] as const)(
    'while %s is shown as %p, and locked for other tabs: %p',
    async (phase, state, is) => {
      const page = open();
      await page.reach[phase]();
      expect(page.state()).toBe(state);
      await waitFor(() => expect(page.isLocked()).toBe(is));
    },
  );

  it('is sent once when it is started twice at the same time, with the second file', async () => {
    const page = open();
    const first = await page.begin('first.pdf');
    const second = await page.begin('second.pdf');
    second.call.resolve(second.fake.session);
    await second.isStarted;
    first.call.resolve(first.fake.session);
    await first.isStarted;
    expect(first.fake.close).toHaveBeenCalledTimes(1);
    expect(second.fake.close).not.toHaveBeenCalled();
    first.fake.show({ state: 'completed' });
    expect(page.state()).toBe('waiting');
    await waitFor(() => expect(page.files.get(shareId)?.fileId).toBe('id of second.pdf'));
    await waitFor(() => expect(locks.names()).toHaveLength(1));
  });

  it('is not shown as failed by a start that another one has replaced', async () => {
    const page = open();
    const first = await page.begin();
    await page.reach.running();
    first.call.reject(new Error('offline'));
    await first.isStarted;
    expect(page.state()).toBe('waiting');
    expect(page.notices).toEqual([]);
    expect(page.isLocked()).toBe(true);
  });

  it('replaces a running session when it is started again', async () => {
    const page = open();
    const { fake } = await page.reach.running();
    await page.begin();
    expect(fake.close).toHaveBeenCalledTimes(1);
    fake.show({ state: 'error' });
    expect(page.state()).toBe('connecting');
  });

  it('starts again with the same file after a failed start', async () => {
    const page = open();
    const { call } = await page.reach.failed();
    expect(page.notices).toEqual(['report.pdf - Connection Error']);
    page.transfers.retry(shareId);
    const again = await page.called(2);
    expect(again.options.file).toBe(call.options.file);
    expect(page.state()).toBe('connecting');
    expect(page.isLocked()).toBe(true);
    again.resolve(createFakeSession().session);
    await waitFor(() => expect(page.state()).toBe('waiting'));
  });

  it('leaves a retry to a running session, and has nothing to retry before and after it', async () => {
    const page = open();
    const { fake } = await page.reach.running();
    page.transfers.retry(shareId);
    expect(fake.retry).toHaveBeenCalledTimes(1);
    page.transfers.end(shareId);
    page.transfers.retry(shareId);
    await page.reach.starting();
    page.transfers.retry(shareId);
    expect([fake.retry.mock.calls.length, page.starts.length]).toEqual([1, 2]);
  });

  it('lets its session join the room again when it is restarted while running', async () => {
    const page = open();
    const { fake } = await page.reach.running();
    expect(page.transfers.restart(shareId)).toBe(true);
    expect(fake.restart).toHaveBeenCalledTimes(1);
    expect(fake.close).not.toHaveBeenCalled();
    fake.show({ state: 'sending' });
    expect([page.state(), page.starts.length]).toEqual(['sending', 1]);
  });

  it.each(['starting', 'failed', 'ended'] as const)('restarts while %s', async (phase) => {
    const page = open();
    await page.reach[phase]();
    expect(page.transfers.restart(shareId)).toBe(true);
    (await page.called(2)).resolve(createFakeSession().session);
    await waitFor(() => expect(page.state()).toBe('waiting'));
  });

  it.each(['starting', 'failed'] as const)(
    'starts again with another password while %s',
    async (phase) => {
      const page = open();
      await page.reach[phase]();
      page.transfers.change(shareId, true, true);
      const { options } = await page.called(2);
      expect(options.asksFirst?.()).toBe(true);
    },
  );

  it('lets its session join the room again with another password', async () => {
    const page = open();
    const { call, fake } = await page.reach.running();
    page.transfers.change(shareId, true, true);
    expect(fake.restart.mock.calls).toEqual([['password-changed']]);
    expect(fake.close).not.toHaveBeenCalled();
    await waitFor(() => expect(call.options.asksFirst?.()).toBe(true));
  });

  it('does not start with another password after its end', async () => {
    const page = open();
    await page.reach.ended();
    page.transfers.change(shareId, true, true);
    expect(page.state()).toBeUndefined();
  });

  it.each(phases)('ends while %s, and can be restarted', async (phase) => {
    const page = open();
    const { call, isStarted, fake } = await page.reach[phase]();
    page.transfers.end(shareId);
    call.resolve(fake.session);
    await isStarted;
    expect(page.state()).toBeUndefined();
    await waitFor(() => expect(page.isLocked()).toBe(false));
    expect(fake.close).toHaveBeenCalledTimes(phase === 'failed' ? 0 : 1);
    expect(page.files.get(shareId)?.isUnfinished ?? false).toBe(false);
    expect(page.transfers.restart(shareId)).toBe(true);
  });

  it.each(phases)('is unknown after its deletion while %s', async (phase) => {
    const page = open();
    await page.reach[phase]();
    page.transfers.forget(shareId);
    expect(page.state()).toBeUndefined();
    expect(page.files.has(shareId)).toBe(false);
    expect(page.transfers.restart(shareId)).toBe(false);
  });

  it('leaves no file entry when it is deleted before its file is identified', async () => {
    const page = open();
    const finishIdentify = page.delayIdentify();
    const { call, isStarted, fake } = await page.begin();
    call.resolve(fake.session);
    await isStarted;
    page.transfers.forget(shareId);
    await finishIdentify();
    expect(page.files.size).toBe(0);
  });

  it.each(phases)('ends for good when the user signs out while %s', async (phase) => {
    const page = open();
    const { call, isStarted, fake } = await page.reach[phase]();
    page.transfers.endAll();
    call.resolve(fake.session);
    await isStarted;
    expect(fake.close).toHaveBeenCalledTimes(phase === 'failed' ? 0 : 1);
    expect(page.state()).toBeUndefined();
    expect(page.files.size).toBe(0);
    await waitFor(() => expect(page.isLocked()).toBe(false));
    page.transfers.retry(shareId);
    expect(page.transfers.restart(shareId)).toBe(false);
    void page.transfers.start(share, file('report.pdf'));
    expect(page.state()).toBeUndefined();
    expect([page.starts.length, page.transfers.hasEnded()]).toEqual([1, true]);
  });
});

describe('what a session reports', () => {
  const sending = recipientStatus({ peerId: 'p1', state: 'sending' });
  const moved = { ...sending.stats, bytesTransferred: 7 };

  it('is shown four times a second while only figures change', async () => {
    const page = open();
    const { fake } = await page.reach.running();
    page.wait(250);
    fake.show({ state: 'sending', recipients: [sending] });
    page.wait(249);
    fake.show({ state: 'sending', recipients: [{ ...sending, stats: moved }] });
    expect(page.shown()?.recipients[0]?.stats.bytesTransferred).toBe(0);
    page.wait(1);
    fake.show({ state: 'sending', recipients: [{ ...sending, stats: moved }] });
    expect(page.shown()?.recipients[0]?.stats.bytesTransferred).toBe(7);
  });

  it('is not shown at once when it is equal to what is shown', async () => {
    const page = open();
    const { fake } = await page.reach.running();
    const named = (): RecipientStatus => ({ ...sending, person: { name: 'Ada', email: 'a@b.c' } });
    fake.show({ state: 'sending', recipients: [named()] });
    const shown = page.shown();
    fake.show({ state: 'sending', recipients: [named()] });
    expect(page.shown()).toBe(shown);
  });

  it.each<[string, Partial<RecipientStatus>]>([
    ['state', { state: 'paused' }],
    ['attempt', { attempt: 1 }],
    ['receipt', { receipt: newReceipt(shareId) }],
    ['newest field', { newest: true } as Partial<RecipientStatus>],
    ['pausedBy', { pausedBy: 'there' }],
    ['person', { person: { name: 'Grace', email: 'grace@example.com' } }],
    ['proof', { proof: 'asking' }],
    ['approval', { approval: 'asking' }],
    ['isStalled', { isStalled: true }],
    ['isSilent', { isSilent: true }],
    ['isVerified', { isVerified: true }],
    ['connectionType', { connectionType: 'turn' }],
    ['error', { error: { code: 'channel-error' } }],
  ])('is shown at once when it changes the %s of a recipient', async (_name, part) => {
    const page = open();
    const { fake } = await page.reach.running();
    fake.show({ state: 'sending', recipients: [sending] });
    fake.show({ state: 'sending', recipients: [{ ...sending, ...part }] });
    expect(page.shown()?.recipients[0]).toMatchObject(part);
  });

  it('ends the offer to resume with the last delivery, until another recipient comes', async () => {
    const page = open();
    const { fake } = await page.reach.running();
    const offers = (): boolean => page.files.get(shareId)?.isUnfinished === true;
    expect(offers()).toBe(true);
    const done = recipientStatus({ peerId: 'p1', state: 'completed' });
    fake.show({ state: 'completed', recipients: [done] });
    expect([offers(), page.delivered]).toEqual([false, [shareId]]);
    fake.show({ state: 'sending', recipients: [done, { ...sending, peerId: 'p2' }] });
    expect([offers(), page.delivered]).toEqual([true, [shareId]]);
  });
});
