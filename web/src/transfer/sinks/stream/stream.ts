/** A download fed through the service worker: no second copy of the file, no dialog of ours. */
import type { Sink } from '../sink.js';
import type { Clock } from '../../support/env.js';
import { EngineFailure } from '../../support/failures.js';
import {
  STREAM_GRACE_MS,
  STREAM_PATH,
  STREAM_PING_MS,
  type PageToWorker,
  type StreamOpen,
  type StreamPing,
  type WorkerToPage,
} from './protocol.js';

export interface StreamEnv {
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  randomId: () => string;
  /** To the active service worker itself; an announcement comes with its port. */
  postToWorker: (message: StreamOpen | StreamPing, ports: MessagePort[]) => void;
  /** The page is being left. Returns unsubscribe. */
  onLeave: (act: () => void) => () => void;
  /** Start the download; returns a clean-up. */
  navigate: (url: string) => () => void;
}

/** Longer than any pause of a healthy worker, shorter than a person's patience. */
const WORKER_SILENT_MS = 30_000;
/** A save dialog may be open all this time. */
const DISK_SILENT_MS = 5 * 60_000;

class WorkerChannel {
  readonly #port: MessagePort;
  readonly #clock: StreamEnv['clock'];
  readonly #askWorker: () => void;
  #waiters: { wants: WorkerToPage['type']; resolve: (message: WorkerToPage) => void }[] = [];
  #rejecters = new Set<(failure: EngineFailure) => void>();
  #early: WorkerToPage[] = [];
  #failure: EngineFailure | null = null;
  #pingTimer: ReturnType<Clock['setTimeout']> | undefined;
  #silenceTimer: ReturnType<Clock['setTimeout']> | undefined;

  /** @param askWorker sends it a ping. */
  constructor(port: MessagePort, clock: StreamEnv['clock'], askWorker: () => void) {
    this.#port = port;
    this.#clock = clock;
    this.#askWorker = askWorker;
    port.onmessage = ({ data }: MessageEvent<WorkerToPage>) => this.#receive(data);
    this.#watch();
    this.#ping();
  }

  send(message: PageToWorker, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  /** The next message of this type, also one that came already. */
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

  /** The download has ended, however it did. */
  isOver(): boolean {
    return this.#failure !== null;
  }

  fail(failure: EngineFailure): void {
    this.#failure ??= failure;
    for (const reject of [...this.#rejecters]) reject(this.#failure);
    // A worker that lives all the same must not leave the browser waiting for the rest.
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
      this.#askWorker();
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
      // After a sleep of the computer every timer is late at once; whoever lives answers.
      this.#askWorker();
      this.#silenceTimer = this.#clock.setTimeout(() => {
        this.fail(new EngineFailure('sink-stalled'));
      }, STREAM_GRACE_MS);
    }, WORKER_SILENT_MS - STREAM_GRACE_MS);
  }

  #ping(): void {
    this.#pingTimer = this.#clock.setTimeout(() => {
      this.#askWorker();
      this.#ping();
    }, STREAM_PING_MS);
  }
}

export function createStreamSink(env: StreamEnv): Sink {
  const { clock, postToWorker } = env;
  let line: WorkerChannel | null = null;
  let stopDownload: () => void = () => undefined;
  let stopWatching: () => void = () => undefined;
  let writtenBytes = 0;

  const discard = (): void => {
    line?.send({ type: 'abort' });
    line?.end();
    line = null;
    stopDownload();
    stopWatching();
    writtenBytes = 0;
  };

  return {
    kind: 'stream',
    async open({ filename, totalBytes }) {
      const isUnderWay = line?.isOver() === false && writtenBytes > 0;
      discard();
      // Bytes given to the browser's download cannot be taken back; who tries again begins another download.
      if (isUnderWay) throw new EngineFailure('not-restartable');
      const id = env.randomId();
      const { port1, port2 } = new MessageChannel();
      line = new WorkerChannel(port1, clock, () => {
        postToWorker({ type: 'tandem-stream-ping', id }, []);
      });
      postToWorker({ type: 'tandem-stream-open', id, filename, totalBytes }, [port2]);
      const own = line;
      stopWatching = env.onLeave(() => own.fail(new EngineFailure('sink-stalled')));
      await line.next('ready', WORKER_SILENT_MS);
      stopDownload = env.navigate(STREAM_PATH + id);
      return 0;
    },
    async write(bytes) {
      if (line === null) throw new EngineFailure('sink-failed');
      await line.next('pull', DISK_SILENT_MS);
      writtenBytes += bytes.length;
      const owned = bytes as Uint8Array<ArrayBuffer>;
      line.send({ type: 'chunk', bytes: owned }, [owned.buffer]);
      return undefined;
    },
    async close() {
      if (line === null) throw new EngineFailure('sink-failed');
      line.send({ type: 'close' });
      const closed = await line.next('closed', WORKER_SILENT_MS);
      line.end();
      stopDownload();
      stopWatching();
      return closed.type === 'closed' ? closed.bytes : writtenBytes;
    },
    abort() {
      discard();
      return Promise.resolve();
    },
  };
}

/** The browser's own worker and an invisible frame. */
export function browserStreamEnv(
  worker: ServiceWorker,
  env: { clock: StreamEnv['clock']; randomId: () => string },
): StreamEnv {
  return {
    clock: env.clock,
    randomId: env.randomId,
    postToWorker: (message, ports) => worker.postMessage(message, ports),
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
        // Removing it at once would stop a download that has just ended in some browsers.
        setTimeout(() => frame.remove(), 10_000);
      };
    },
  };
}
