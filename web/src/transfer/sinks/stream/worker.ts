/**
 * The service worker's side of stream-protocol.ts, without any global of a worker: the worker file passes
 * its `message` and `fetch` events on.
 *
 *     const streams = createStreamHost();
 *     self.addEventListener('message', (event) => { streams.onMessage(event.data, event.ports); });
 *     self.addEventListener('fetch', (event) => {
 *       const response = streams.respond(new URL(event.request.url));
 *       if (response) event.respondWith(response);
 *     });
 */
import type { Clock } from '../../support/env.js';
import {
  isStreamOpen,
  isStreamPing,
  STREAM_GRACE_MS,
  STREAM_PAGE_LOST_MS,
  STREAM_PATH,
  type PageToWorker,
  type StreamOpen,
  type WorkerToPage,
} from './protocol.js';

export interface StreamHost {
  /** @returns true when the message was for us. */
  onMessage(data: unknown, ports: readonly MessagePort[]): boolean;
  /** @returns the download, 404 for one that is unknown or taken, null for other paths. */
  respond(url: URL): Response | null;
}

/** Downloads that were announced and never fetched; the oldest gives way. */
const MAX_WAITING = 16;

function headersFor({ filename, totalBytes }: StreamOpen): Headers {
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const headers = new Headers({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encoded}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  });
  // A wrong number would cut the file short, or make a whole one look like a failure.
  if (totalBytes !== null) headers.set('content-length', String(totalBytes));
  return headers;
}

type Timers = Pick<Clock, 'setTimeout' | 'clearTimeout'>;

interface Download {
  body: ReadableStream<Uint8Array>;
  /** The page lives. */
  onHeard: () => void;
}

/** @param onEnd nothing more comes of it. */
function createDownload(port: MessagePort, timers: Timers, onEnd: () => void): Download {
  const tell = (message: WorkerToPage): void => port.postMessage(message);
  let bytes = 0;
  let supply: () => void = () => undefined;
  let fail: (reason: string) => void = () => undefined;
  let timer: ReturnType<Timers['setTimeout']> | undefined;
  let isOver = false;
  const end = (): void => {
    isOver = true;
    timers.clearTimeout(timer);
    onEnd();
  };
  const wait = (delayMs: number, act: () => void): void => {
    timers.clearTimeout(timer);
    timer = timers.setTimeout(act, delayMs);
  };
  const onHeard = (): void => {
    wait(STREAM_PAGE_LOST_MS - STREAM_GRACE_MS, () => {
      tell({ type: 'ask' });
      wait(STREAM_GRACE_MS, () => fail('the page is gone'));
    });
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        fail = (reason) => {
          end();
          // An error, not an end: the browser shows the download as failed.
          controller.error(new Error(reason));
        };
        port.onmessage = ({ data }: MessageEvent<PageToWorker>) => {
          // What was on its way when the download ended.
          if (isOver) return;
          onHeard();
          switch (data.type) {
            case 'chunk':
              bytes += data.bytes.length;
              controller.enqueue(data.bytes);
              break;
            case 'close':
              end();
              controller.close();
              tell({ type: 'closed', bytes });
              break;
            case 'abort':
              fail('transfer aborted');
              break;
          }
          supply();
        };
      },
      pull: () =>
        new Promise<void>((resolve) => {
          supply = resolve;
          tell({ type: 'pull' });
        }),
      cancel() {
        end();
        tell({ type: 'cancelled' });
      },
    },
    // Nothing is kept here: one piece per pull.
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
  onHeard();
  return { body, onHeard };
}

const globalTimers: Timers = {
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (timer) => clearTimeout(timer),
};

export function createStreamHost(timers: Timers = globalTimers): StreamHost {
  const waiting = new Map<string, { open: StreamOpen; port: MessagePort }>();
  const running = new Map<string, { port: MessagePort; onHeard: () => void }>();

  const announce = (open: StreamOpen, port: MessagePort): void => {
    waiting.set(open.id, { open, port });
    for (const id of waiting.keys()) {
      if (waiting.size <= MAX_WAITING) break;
      waiting.delete(id);
    }
    port.onmessage = ({ data: early }: MessageEvent<PageToWorker>) => {
      if (early.type === 'abort') waiting.delete(open.id);
    };
    port.postMessage({ type: 'ready' } satisfies WorkerToPage);
  };

  return {
    onMessage(data, [given]) {
      if (isStreamPing(data)) {
        // A worker that was started again for this has no such download any more, and says nothing.
        const found = running.get(data.id);
        found?.onHeard();
        const port = found?.port ?? waiting.get(data.id)?.port;
        port?.postMessage({ type: 'pong' } satisfies WorkerToPage);
        return true;
      }
      if (!isStreamOpen(data) || given === undefined) return false;
      announce(data, given);
      return true;
    },
    respond(url) {
      if (!url.pathname.startsWith(STREAM_PATH)) return null;
      const id = url.pathname.slice(STREAM_PATH.length);
      const found = waiting.get(id);
      if (found === undefined) return new Response('No such download.', { status: 404 });
      waiting.delete(id);
      const { port } = found;
      const { body, onHeard } = createDownload(port, timers, () => running.delete(id));
      running.set(id, { port, onHeard });
      return new Response(body, { headers: headersFor(found.open) });
    },
  };
}
