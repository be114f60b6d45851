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
import {
  isStreamOpen,
  STREAM_PATH,
  type PageToWorker,
  type StreamOpen,
  type WorkerToPage,
} from './stream-protocol.js';

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
  return new Headers({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encoded}`,
    'content-length': String(totalBytes),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  });
}

function createDownload(port: MessagePort): ReadableStream<Uint8Array> {
  const tell = (message: WorkerToPage): void => port.postMessage(message);
  let bytes = 0;
  let supply: () => void = () => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        port.onmessage = ({ data }: MessageEvent<PageToWorker>) => {
          switch (data.type) {
            case 'chunk':
              bytes += data.bytes.length;
              controller.enqueue(data.bytes);
              break;
            case 'close':
              controller.close();
              tell({ type: 'closed', bytes });
              break;
            case 'abort':
              // An error, not an end: the browser shows the download as failed.
              controller.error(new Error('transfer aborted'));
              break;
            case 'ping':
              tell({ type: 'pong' });
              return;
          }
          supply();
        };
      },
      pull: () =>
        new Promise<void>((resolve) => {
          supply = resolve;
          tell({ type: 'pull' });
        }),
      cancel: () => tell({ type: 'cancelled' }),
    },
    // Nothing is kept here: one piece per pull.
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
}

export function createStreamHost(): StreamHost {
  const waiting = new Map<string, { open: StreamOpen; port: MessagePort }>();
  return {
    onMessage(data, [port]) {
      if (!isStreamOpen(data) || port === undefined) return false;
      waiting.set(data.id, { open: data, port });
      for (const id of waiting.keys()) {
        if (waiting.size <= MAX_WAITING) break;
        waiting.delete(id);
      }
      // Until the download is fetched there is nobody else to keep this worker alive.
      port.onmessage = ({ data: early }: MessageEvent<PageToWorker>) => {
        if (early.type === 'ping') port.postMessage({ type: 'pong' } satisfies WorkerToPage);
        if (early.type === 'abort') waiting.delete(data.id);
      };
      port.postMessage({ type: 'ready' } satisfies WorkerToPage);
      return true;
    },
    respond(url) {
      if (!url.pathname.startsWith(STREAM_PATH)) return null;
      const id = url.pathname.slice(STREAM_PATH.length);
      const found = waiting.get(id);
      if (found === undefined) return new Response('No such download.', { status: 404 });
      waiting.delete(id);
      return new Response(createDownload(found.port), { headers: headersFor(found.open) });
    },
  };
}
