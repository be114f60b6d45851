/** Sends one share with an engine that the test answers. */

import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { createFakeFileMemory } from '../../../../test/fake-file-memory.js';
import { installFakeLocks } from '../../../../test/fake-locks.js';
import { createStore } from '../../../app/store.js';
import type { SenderOptions, SendSession } from '../../../transfer/api.js';
import { selectTransfer } from '../sending/transfers-slice.js';
import { createTransfers } from '../sending/transfers.js';
import { createFakeSession } from './fake-session.js';

export const shareId = 'abc';

export const share = { shareId, filename: 'report.pdf' };

export const file = (name: string) => ({
  file: new File(['x'], name),
  handles: [],
  isFolder: false,
});

const person = { name: 'Ada', email: 'ada@example.com', basis: 'signed-in' } as const;

export const phases = ['starting', 'running', 'failed', 'ended'] as const;

export type Phase = (typeof phases)[number];

/** A call of the engine, which the test answers. */
interface Start {
  options: SenderOptions;
  resolve: (session: SendSession) => void;
  reject: (cause: Error) => void;
}

export let locks = installFakeLocks();

/** `reach` leads the share into a phase; `called` waits for a call of the engine. */
export const openTransfers = () => {
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

/** Gives each test of a file its own tab locks. */
export const withFreshLocks = (): void => {
  beforeEach(() => {
    locks = installFakeLocks();
  });
  afterEach(() => locks.remove());
};
