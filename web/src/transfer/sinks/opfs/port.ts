/** The page's end of the OPFS protocol: one request, one reply, in order. */

import { createSerial } from '../../support/async/serial.js';
import { EngineFailure } from '../../support/failures.js';
import { failedReply, type OpfsReply, type OpfsRequest } from './protocol.js';

/** The worker, or a stand-in with the same answers. */
export interface OpfsPort {
  /** What is committed outlives the page. */
  readonly isDurable: boolean;
  postMessage(request: OpfsRequest, transfer: Transferable[]): void;
  onmessage: ((event: { data: OpfsReply }) => void) | null;
  /** The worker could not be loaded, or crashed. */
  onerror: (() => void) | null;
  terminate(): void;
}

export type Call = (
  request: OpfsRequest,
  transfer?: Transferable[],
) => Promise<Extract<OpfsReply, { ok: true }>>;

/** Rejects with a DOMException of the replied name. */
export const createCaller = (port: OpfsPort): Call => {
  const waiting: { resolve: (reply: OpfsReply) => void }[] = [];
  port.onmessage = ({ data }) => waiting.shift()?.resolve(data);
  port.onerror = () => {
    for (const waiter of waiting.splice(0)) waiter.resolve({ ok: false, name: 'WorkerError' });
  };
  return async (request, transfer = []) => {
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

/** Resolves with null when no worker can be started, or it cannot open files for writing. */
export const startOpfsWorker = async (): Promise<OpfsPort | null> => {
  let port: OpfsPort | null = null;
  try {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    port = {
      isDurable: true,
      onmessage: null,
      onerror: null,
      postMessage: (request, transfer) => worker.postMessage(request, transfer),
      terminate: () => worker.terminate(),
    };
    worker.onmessage = ({ data }: MessageEvent<OpfsReply>) => port?.onmessage?.({ data });
    worker.onerror = () => port?.onerror?.();
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
