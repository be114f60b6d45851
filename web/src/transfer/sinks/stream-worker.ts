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
  isStreamPing,
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

/** @param onEnd nothing more comes of it. */
function createDownload(port: MessagePort, onEnd: () => void): ReadableStream<Uint8Array> {
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
              onEnd();
              controller.close();
              tell({ type: 'closed', bytes });
              break;
            case 'abort':
              // An error, not an end: the browser shows the download as failed.
              onEnd();
              controller.error(new Error('transfer aborted'));
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
        onEnd();
        tell({ type: 'cancelled' });
      },
    },
    // Nothing is kept here: one piece per pull.
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
}

export function createStreamHost(): StreamHost {
  const waiting = new Map<string, { open: StreamOpen; port: MessagePort }>();
  const running = new Map<string, MessagePort>();

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
    onMessage(data, [port]) {
      if (isStreamPing(data)) {
        // A worker that was started again for this has no such download any more, and says nothing.
        const found = running.get(data.id) ?? waiting.get(data.id)?.port;
        found?.postMessage({ type: 'pong' } satisfies WorkerToPage);
        return true;
      }
      if (!isStreamOpen(data) || port === undefined) return false;
      announce(data, port);
      return true;
    },
    respond(url) {
      if (!url.pathname.startsWith(STREAM_PATH)) return null;
      const id = url.pathname.slice(STREAM_PATH.length);
      const found = waiting.get(id);
      if (found === undefined) return new Response('No such download.', { status: 404 });
      waiting.delete(id);
      running.set(id, found.port);
      const download = createDownload(found.port, () => running.delete(id));
      return new Response(download, { headers: headersFor(found.open) });
    },
  };
}
