/**
 * The service worker's side of protocol.ts. Uses no global of a worker; sw/sw.ts passes `message` and `fetch`
 * events on:
 *
 *     const streams = createStreamHost();
 *     self.addEventListener('message', (event) => { streams.onMessage(event.data, event.ports); });
 *     self.addEventListener('fetch', (event) => {
 *       const response = streams.respond(new URL(event.request.url));
 *       if (response) event.respondWith(response);
 *     });
 */

import { dropOldest } from '../../support/collections/drop-oldest.js';
import type { Clock } from '../../support/env.js';
import {
  isStreamOpen,
  isStreamPing,
  streamGraceMs,
  streamPageLostMs,
  streamPath,
  type PageToWorker,
  type StreamOpen,
  type WorkerToPage,
} from './protocol.js';

export interface StreamHost {
  /** @returns true when the message belongs to this protocol. */
  onMessage(data: unknown, ports: readonly MessagePort[]): boolean;
  /** @returns the download, 404 for an unknown or fetched one, null for other paths. */
  respond(url: URL): Response | null;
}

/** Announced downloads that were never fetched; the oldest is dropped. */
const maxWaiting = 16;

/** RFC 8187 value: percent-encoded UTF-8, also of the characters that encodeURIComponent leaves. */
const encodeFilename = (filename: string): string =>
  encodeURIComponent(filename).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const headersFor = ({ filename, totalBytes }: StreamOpen): Headers => {
  const headers = new Headers({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeFilename(filename)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  });
  // A wrong length would cut the file short, or mark a complete one as failed.
  if (totalBytes !== null) headers.set('content-length', String(totalBytes));
  return headers;
};

type Timers = Pick<Clock, 'setTimeout' | 'clearTimeout'>;

interface Body {
  stream: ReadableStream<Uint8Array>;
  /** The page has sent a message. */
  onMessage: () => void;
  /** Handles a message that came through the port before. */
  receive: (message: PageToWorker) => void;
}

/** @param onEnd called once, when the stream has closed, failed or been cancelled. */
const createBody = (port: MessagePort, timers: Timers, onEnd: () => void): Body => {
  const post = (message: WorkerToPage): void => port.postMessage(message);
  let bytes = 0;
  let resolvePull: () => void = () => undefined;
  let fail: (reason: string) => void = () => undefined;
  let receive: (message: PageToWorker) => void = () => undefined;
  let timer: ReturnType<Timers['setTimeout']> | undefined;
  let isEnded = false;
  /** The download has asked for more than it got. */
  let isWaiting = false;
  /** The page has sent everything. */
  let isComplete = false;
  const end = (): void => {
    isEnded = true;
    timers.clearTimeout(timer);
    onEnd();
  };
  const wait = (delayMs: number, act: () => void): void => {
    timers.clearTimeout(timer);
    timer = timers.setTimeout(act, delayMs);
  };
  const onMessage = (): void => {
    wait(streamPageLostMs - streamGraceMs, () => {
      post({ type: 'ask' });
      wait(streamGraceMs, () => fail('the page was closed'));
    });
  };
  /** A download that asks for more has taken what it got: until then it can be cancelled, or its disk be full. */
  const finish = (controller: ReadableStreamDefaultController): void => {
    end();
    controller.close();
    post({ type: 'closed', bytes });
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        fail = (reason) => {
          end();
          // An error instead of an end, so that the browser marks the download as failed.
          controller.error(new Error(reason));
        };
        receive = (data) => {
          if (isEnded) return;
          onMessage();
          switch (data.type) {
            case 'chunk':
              bytes += data.bytes.length;
              isWaiting = false;
              controller.enqueue(data.bytes);
              break;
            case 'close':
              isComplete = true;
              if (isWaiting) finish(controller);
              break;
            case 'abort':
              fail('transfer aborted');
              break;
          }
          resolvePull();
        };
        port.onmessage = ({ data }: MessageEvent<PageToWorker>) => receive(data);
      },
      pull(controller) {
        isWaiting = true;
        if (isComplete) {
          finish(controller);
          return undefined;
        }
        return new Promise<void>((resolve) => {
          resolvePull = resolve;
          post({ type: 'pull' });
        });
      },
      cancel() {
        end();
        post({ type: 'cancelled' });
      },
    },
    // No queue: one chunk per pull, so that the disk sets the pace.
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
  onMessage();
  return { stream, onMessage, receive };
};

const globalTimers: Timers = {
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (timer) => clearTimeout(timer),
};

export const createStreamHost = (timers: Timers = globalTimers): StreamHost => {
  /** `early`: the end of an empty file can arrive before the browser's request. */
  const waiting = new Map<string, { open: StreamOpen; port: MessagePort; early: PageToWorker[] }>();
  const running = new Map<string, { port: MessagePort; onMessage: () => void }>();

  const announce = (open: StreamOpen, port: MessagePort): void => {
    const early: PageToWorker[] = [];
    waiting.set(open.id, { open, port, early });
    dropOldest(waiting, maxWaiting);
    port.onmessage = ({ data }: MessageEvent<PageToWorker>) => {
      if (data.type === 'abort') waiting.delete(open.id);
      else early.push(data);
    };
    port.postMessage({ type: 'ready' } satisfies WorkerToPage);
  };

  const answerPing = (id: string): void => {
    const found = running.get(id);
    found?.onMessage();
    // No answer for an unknown id: a restarted worker has lost its downloads.
    const port = found?.port ?? waiting.get(id)?.port;
    port?.postMessage({ type: 'pong' } satisfies WorkerToPage);
  };

  return {
    onMessage(data, [port]) {
      if (isStreamPing(data)) {
        answerPing(data.id);
        return true;
      }
      if (!isStreamOpen(data) || port === undefined) return false;
      announce(data, port);
      return true;
    },
    respond(url) {
      if (!url.pathname.startsWith(streamPath)) return null;
      const id = url.pathname.slice(streamPath.length);
      const found = waiting.get(id);
      if (found === undefined) return new Response('No such download.', { status: 404 });
      waiting.delete(id);
      const { port, early } = found;
      const { stream, onMessage, receive } = createBody(port, timers, () => running.delete(id));
      running.set(id, { port, onMessage });
      for (const message of early) receive(message);
      return new Response(stream, { headers: headersFor(found.open) });
    },
  };
};
