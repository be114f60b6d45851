/** The page's end of the OPFS protocol: one request, one reply, in order. */

import { createSerial } from '../../support/async/serial.js';
import { systemClock, type Clock, type TimerId } from '../../support/env.js';
import { EngineFailure } from '../../support/failures.js';
import { failedReply, type OpfsReply, type OpfsRequest } from './protocol.js';

/** The worker, or a stand-in with the same answers. */
export interface OpfsPort {
  /** What is committed outlives the page. */
  readonly isDurable: boolean;
  postMessage(request: OpfsRequest, transfer: Transferable[]): void;
  onmessage: ((event: { data: OpfsReply }) => void) | null;
  /** The worker could not be loaded, or has died: it answers no more. */
  onerror: (() => void) | null;
  terminate(): void;
}

export type Call = (
  request: OpfsRequest,
  transfer?: Transferable[],
) => Promise<Extract<OpfsReply, { ok: true }>>;

/** Name of the exception of every request to a worker that has died. */
export const workerError = 'WorkerError';

/** Rejects with a DOMException of the replied name. */
export const createCaller = (port: OpfsPort): Call => {
  const waiting: { resolve: (reply: OpfsReply) => void }[] = [];
  let isDead = false;
  port.onmessage = ({ data }) => waiting.shift()?.resolve(data);
  port.onerror = () => {
    isDead = true;
    for (const waiter of waiting.splice(0)) waiter.resolve({ ok: false, name: workerError });
  };
  return async (request, transfer = []) => {
    if (isDead) throw new DOMException('storage', workerError);
    const reply = await new Promise<OpfsReply>((resolve) => {
      waiting.push({ resolve });
      port.postMessage(request, transfer);
    });
    if (reply.ok) return reply;
    throw new DOMException('storage', reply.name);
  };
};

/** A port without a worker: requests are answered on this thread. */
export const createLocalPort = (
  answer: (request: OpfsRequest) => Promise<OpfsReply>,
  isDurable = true,
): OpfsPort => {
  const inOrder = createSerial();
  const port: OpfsPort = {
    isDurable,
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
    postMessage(request) {
      void inOrder(async () => {
        const reply = await answer(request).catch(failedReply);
        port.onmessage?.({ data: reply });
      });
    },
  };
  return port;
};

/** Longer than a busy disk takes for one request. */
const patienceMs = 60_000;

/** Reports a worker that answers no more as dead: browsers end one for want of memory without an event. */
export const watchAnswers = (worker: OpfsPort, clock: Clock): OpfsPort => {
  let unanswered = 0;
  let timer: TimerId | undefined;
  const after = (ms: number, act: () => void): void => {
    clock.clearTimeout(timer);
    timer = clock.setTimeout(act, ms);
  };
  // In two steps: the first may end with a sleep of the computer, after which the worker needs time to answer.
  const watch = (): void =>
    after(patienceMs / 2, () => after(patienceMs / 2, () => port.onerror?.()));
  const port: OpfsPort = {
    isDurable: worker.isDurable,
    onmessage: null,
    onerror: null,
    postMessage(request, transfer) {
      unanswered += 1;
      if (unanswered === 1) watch();
      worker.postMessage(request, transfer);
    },
    terminate() {
      clock.clearTimeout(timer);
      worker.terminate();
    },
  };
  worker.onmessage = (event) => {
    unanswered -= 1;
    if (unanswered > 0) watch();
    else clock.clearTimeout(timer);
    port.onmessage?.(event);
  };
  worker.onerror = () => port.onerror?.();
  return port;
};

const connectTo = (worker: Worker): OpfsPort => {
  const port: OpfsPort = {
    isDurable: true,
    onmessage: null,
    onerror: null,
    postMessage: (request, transfer) => worker.postMessage(request, transfer),
    terminate: () => worker.terminate(),
  };
  worker.onmessage = ({ data }: MessageEvent<OpfsReply>) => port.onmessage?.({ data });
  worker.onerror = () => port.onerror?.();
  return port;
};

/**
 * Resolves with null when no worker can be started, it cannot open files for writing, or this page cannot read them:
 * extensions against fingerprinting hide the storage from pages, not from their workers.
 */
export const startOpfsWorker = async (): Promise<OpfsPort | null> => {
  let port: OpfsPort | null = null;
  try {
    await navigator.storage.getDirectory();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    port = watchAnswers(connectTo(worker), systemClock);
    await createCaller(port)({ op: 'probe' });
    return port;
  } catch {
    port?.terminate();
    return null;
  }
};

/** For sinks that must survive a reload, which the stand-in cannot. */
export const requireOpfsWorker = async (): Promise<OpfsPort> => {
  const port = await startOpfsWorker();
  if (port === null) throw new EngineFailure('sink-failed');
  return port;
};
