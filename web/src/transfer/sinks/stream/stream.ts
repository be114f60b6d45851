/** A download fed through the service worker: the file is stored once, by the browser's download manager. */

import type { Clock } from '../../support/env.js';
import { EngineFailure } from '../../support/failures.js';
import type { Sink } from '../sink.js';
import {
  streamGraceMs,
  streamPath,
  streamPingMs,
  type PageToWorker,
  type StreamOpen,
  type StreamPing,
  type WorkerToPage,
} from './protocol.js';

/** To the service worker itself; `open` comes with its port. */
export type PostToWorker = (message: StreamOpen | StreamPing, ports: MessagePort[]) => void;

export interface StreamEnv {
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  randomId: () => string;
  /**
   * Finds the service worker that is active now, for one download. A release may have replaced an earlier one: it waits
   * for the pages that the old one controls, and a page that was reloaded without its cache is not controlled.
   *
   * @throws EngineFailure where there is none.
   */
  findWorker: () => Promise<PostToWorker>;
  /** The page is being unloaded. Returns unsubscribe. */
  onLeave: (act: () => void) => () => void;
  /** Starts the download; returns a clean-up. */
  navigate: (url: string) => () => void;
}

/** Longer than any pause of a running worker. */
const workerSilentMs = 30_000;
/** A save dialog may be open for this long. */
const diskSilentMs = 5 * 60_000;
/** Some browsers cancel a download that has just ended when its frame is removed. */
const frameMs = 10_000;

/** The page's port to one download in the worker, with keep-alive and timeouts. */
class WorkerChannel {
  readonly #port: MessagePort;
  readonly #clock: StreamEnv['clock'];
  readonly #ping: () => void;
  #waiters: { wants: WorkerToPage['type']; resolve: (message: WorkerToPage) => void }[] = [];
  #rejecters = new Set<(failure: EngineFailure) => void>();
  #early: WorkerToPage[] = [];
  #failure: EngineFailure | null = null;
  #pingTimer: ReturnType<Clock['setTimeout']> | undefined;
  #silenceTimer: ReturnType<Clock['setTimeout']> | undefined;

  constructor(port: MessagePort, clock: StreamEnv['clock'], ping: () => void) {
    this.#port = port;
    this.#clock = clock;
    this.#ping = ping;
    port.onmessage = ({ data }: MessageEvent<WorkerToPage>) => this.#receive(data);
    this.#watch();
    this.#pingLater();
  }

  send(message: PageToWorker, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  /** The next message of this type, or one that has arrived already. */
  next(wants: WorkerToPage['type'], timeoutMs: number): Promise<WorkerToPage> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) {
        reject(this.#failure);
        return;
      }
      const index = this.#early.findIndex(({ type }) => type === wants);
      const [found] = index < 0 ? [] : this.#early.splice(index, 1);
      if (found !== undefined) {
        resolve(found);
        return;
      }
      const timer = this.#clock.setTimeout(() => {
        this.fail(new EngineFailure('sink-stalled'));
      }, timeoutMs);
      const settle = (): void => {
        this.#clock.clearTimeout(timer);
        this.#rejecters.delete(onFailure);
      };
      const onFailure = (failure: EngineFailure): void => {
        settle();
        reject(failure);
      };
      this.#rejecters.add(onFailure);
      this.#waiters.push({
        wants,
        resolve: (message) => {
          settle();
          resolve(message);
        },
      });
    });
  }

  /** The download has completed or failed. */
  isEnded(): boolean {
    return this.#failure !== null;
  }

  fail(failure: EngineFailure): void {
    this.#failure ??= failure;
    for (const reject of [...this.#rejecters]) reject(this.#failure);
    // A worker that is still running must not leave the browser's download waiting.
    this.send({ type: 'abort' });
    this.end();
  }

  end(): void {
    this.#clock.clearTimeout(this.#pingTimer);
    this.#clock.clearTimeout(this.#silenceTimer);
    this.#failure ??= new EngineFailure('sink-failed');
    this.#port.close();
  }

  #receive(message: WorkerToPage): void {
    this.#watch();
    if (message.type === 'pong') return;
    if (message.type === 'ask') {
      this.#ping();
      return;
    }
    if (message.type === 'cancelled') {
      this.fail(new EngineFailure('sink-cancelled'));
      return;
    }
    const index = this.#waiters.findIndex(({ wants }) => wants === message.type);
    const [waiter] = index < 0 ? [] : this.#waiters.splice(index, 1);
    if (waiter === undefined) this.#early.push(message);
    else waiter.resolve(message);
  }

  #watch(): void {
    this.#clock.clearTimeout(this.#silenceTimer);
    this.#silenceTimer = this.#clock.setTimeout(() => {
      // After the computer slept all timers fire together, so ping once more before failing.
      this.#ping();
      this.#silenceTimer = this.#clock.setTimeout(() => {
        this.fail(new EngineFailure('sink-stalled'));
      }, streamGraceMs);
    }, workerSilentMs - streamGraceMs);
  }

  #pingLater(): void {
    this.#pingTimer = this.#clock.setTimeout(() => {
      this.#ping();
      this.#pingLater();
    }, streamPingMs);
  }
}

export const createStreamSink = (env: StreamEnv): Sink => {
  const { clock } = env;
  let worker: WorkerChannel | null = null;
  let stopDownload: () => void = () => undefined;
  let stopWatching: () => void = () => undefined;
  let writtenBytes = 0;

  const discard = (): void => {
    worker?.send({ type: 'abort' });
    worker?.end();
    worker = null;
    stopDownload();
    stopWatching();
    writtenBytes = 0;
  };

  return {
    kind: 'stream',
    handOver: { afterMs: frameMs },
    async open({ filename, totalBytes }) {
      const isUnderWay = worker?.isEnded() === false && writtenBytes > 0;
      discard();
      // Bytes written to the browser's download cannot be revoked; the next attempt starts another download.
      if (isUnderWay) throw new EngineFailure('not-restartable');
      const postToWorker = await env.findWorker();
      const id = env.randomId();
      const { port1, port2 } = new MessageChannel();
      const opened = new WorkerChannel(port1, clock, () => {
        postToWorker({ type: 'tandem-stream-ping', id }, []);
      });
      worker = opened;
      postToWorker({ type: 'tandem-stream-open', id, filename, totalBytes }, [port2]);
      stopWatching = env.onLeave(() => opened.fail(new EngineFailure('sink-stalled')));
      await opened.next('ready', workerSilentMs);
      stopDownload = env.navigate(streamPath + id);
      return 0;
    },
    async write(bytes) {
      if (worker === null) throw new EngineFailure('sink-failed');
      await worker.next('pull', diskSilentMs);
      writtenBytes += bytes.length;
      worker.send({ type: 'chunk', bytes }, [bytes.buffer]);
      return undefined;
    },
    async close() {
      if (worker === null) throw new EngineFailure('sink-failed');
      worker.send({ type: 'close' });
      // The download takes the last bytes first.
      const closed = await worker.next('closed', diskSilentMs);
      worker.end();
      stopDownload();
      stopWatching();
      return closed.type === 'closed' ? closed.bytes : writtenBytes;
    },
    abort() {
      discard();
      return Promise.resolve();
    },
  };
};

/** Uses the browser's service worker and an invisible frame. */
export const browserStreamEnv = (
  activeWorker: () => Promise<ServiceWorker | null>,
  env: { clock: StreamEnv['clock']; randomId: () => string },
): StreamEnv => ({
  clock: env.clock,
  randomId: env.randomId,
  async findWorker() {
    const worker = await activeWorker();
    if (worker === null) throw new EngineFailure('sink-failed');
    return (message, ports) => worker.postMessage(message, ports);
  },
  onLeave(act) {
    globalThis.addEventListener('pagehide', act);
    return () => globalThis.removeEventListener('pagehide', act);
  },
  navigate(url) {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.src = url;
    document.body.append(frame);
    return () => {
      setTimeout(() => frame.remove(), frameMs);
    };
  },
});
