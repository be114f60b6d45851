import { receiverSnapshot, senderSnapshot } from '../../../../test/snapshots.js';
import type {
  ConnectionCheck,
  ReceiverOptions,
  ReceiveSession,
  ReceiverSnapshot,
  RateSetting,
  SenderOptions,
  SendSession,
  SenderSnapshot,
  Sink,
} from '../../../transfer/api.js';
import type { Engine } from '../session/engine-port.js';

/** A session whose snapshots the test sets; records the methods called. */
export const createFakeSession = <Snapshot>(initial: Snapshot) => {
  let snapshot = initial;
  const listeners = new Set<() => void>();
  const calls: string[] = [];
  const remember = (name: string) => () => void calls.push(name);
  return {
    calls,
    show(next: Snapshot): void {
      snapshot = next;
      for (const listener of listeners) listener();
    },
    getSnapshot: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    retry: remember('retry'),
    pause: remember('pause'),
    resume: remember('resume'),
    setLimit: (setting: RateSetting) => void calls.push(`limit ${String(setting.bytesPerSecond)}`),
    close: remember('close'),
    restart: remember('restart'),
    approve: (peerId: string, isAllowed: boolean) =>
      void calls.push(`approve ${peerId} ${String(isAllowed)}`),
    endRecipient: (peerId: string) => void calls.push(`end ${peerId}`),
    answerUnproven: (peerId: string, isAllowed: boolean) =>
      void calls.push(`${isAllowed ? 'allow' : 'refuse'} ${peerId}`),
  };
};

export const plainSink: Sink = {
  kind: 'memory',
  open: () => Promise.resolve(0),
  write: () => Promise.resolve(undefined),
  close: () => Promise.resolve(0),
  abort: () => Promise.resolve(),
};

export interface FakeEngine extends Engine {
  receiver: ReturnType<typeof createFakeSession<ReceiverSnapshot>> & ReceiveSession;
  sender: ReturnType<typeof createFakeSession<SenderSnapshot>> & SendSession;
  receiverOptions: ReceiverOptions | null;
  senderOptions: SenderOptions | null;
  /** What a check of the connection finds, as soon as the test sets it. */
  checks: ((check: ConnectionCheck) => void)[];
  checkSignals: AbortSignal[];
}

export const createFakeEngine = (
  chooseSink: Engine['chooseSink'] = () => Promise.resolve(plainSink),
) => {
  const engine: FakeEngine = {
    receiver: createFakeSession(receiverSnapshot()),
    sender: createFakeSession(senderSnapshot()),
    receiverOptions: null,
    senderOptions: null,
    checks: [],
    checkSignals: [],
    chooseSink,
    planSaving: () => Promise.resolve({ kind: 'stream', maxBytes: null, needed: null }),
    storedBytes: () => Promise.resolve(0),
    checkConnection({ signal }) {
      engine.checkSignals.push(signal);
      return new Promise((resolve) => engine.checks.push(resolve));
    },
    createReceiver(options) {
      engine.receiverOptions = options;
      return engine.receiver;
    },
    createSender(options) {
      engine.senderOptions = options;
      return engine.sender;
    },
  };
  return engine;
};
