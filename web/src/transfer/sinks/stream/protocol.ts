/**
 * Page ⇄ service worker: a download whose bytes the page supplies.
 *
 *     page                                    worker (stream-host.ts)
 *       │ open {id, filename, …} + port  ──▶  │ stores both
 *       │ ◀──────────────────────── ready     │
 *       │ iframe → streamPath + id      ──▶  │ answers the request with a stream
 *       │ ◀──────────────────────── pull      │ the download needs more
 *       │ chunk (transferred)            ──▶  │
 *       │ close                          ──▶  │
 *       │ ◀───────────────── closed {bytes}   │ ends the download when it needs more again
 *       │ ping {id}, every 10 s          ──▶  │ pong
 *       │ ping {id}                     ◀──▶  │ ask, after a long silence of the page
 *
 * `open` and `ping` go to the worker itself, because only its own events keep it alive. Firefox stops a worker
 * 30 s after the last event, also while it streams a response, and reports the short file as complete:
 * https://bugzilla.mozilla.org/show_bug.cgi?id=1378587, https://github.com/jimmywarting/StreamSaver.js/pull/83
 */

import { fieldsOf } from '../../support/values/unchecked.js';

/** Same-origin path of these downloads; the app's navigation fallback excludes it. */
export const streamPath = '/stream-download/';

export const streamPingMs = 10_000;

/**
 * After this long without a message the page was closed or crashed, and its download fails. Otherwise it would stay
 * unfinished, or end as a short file when the worker is stopped after 30 s.
 */
export const streamPageLostMs = 25_000;
/**
 * The last part of that time, in which the page can answer `ask`: browsers throttle timers of hidden pages, not
 * messages.
 */
export const streamGraceMs = 4_000;

export interface StreamOpen {
  type: 'tandem-stream-open';
  /** Unguessable; the last part of the path. */
  id: string;
  /** Safe for any file system. */
  filename: string;
  /** Null when the sender gave no size. */
  totalBytes: number | null;
}

export interface StreamPing {
  type: 'tandem-stream-ping';
  id: string;
}

/** Through the port. */
export type PageToWorker =
  | { type: 'chunk'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'close' }
  | { type: 'abort' };

export type WorkerToPage =
  | { type: 'ready' }
  | { type: 'pull' }
  | { type: 'pong' }
  /** The page answers with a ping. */
  | { type: 'ask' }
  | { type: 'closed'; bytes: number }
  /** Cancelled in the browser's download list. */
  | { type: 'cancelled' };

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{16,64}$/.test(value);

export const isStreamPing = (data: unknown): data is StreamPing => {
  const { type, id } = fieldsOf(data);
  return type === 'tandem-stream-ping' && isId(id);
};

export const isStreamOpen = (data: unknown): data is StreamOpen => {
  const { type, id, filename, totalBytes } = fieldsOf(data);
  return (
    type === 'tandem-stream-open' &&
    isId(id) &&
    typeof filename === 'string' &&
    filename.length <= 1_024 &&
    (totalBytes === null || (Number.isSafeInteger(totalBytes) && Number(totalBytes) >= 0))
  );
};
