/**
 * Page ⇄ service worker: a download whose bytes the page supplies.
 *
 *     page                                    worker (stream-worker.ts)
 *       │ open {id, filename, …} + port  ──▶  │ remembers it
 *       │ ◀──────────────────────── ready     │
 *       │ iframe → STREAM_PATH + id      ──▶  │ answers the fetch with a stream
 *       │ ◀──────────────────────── pull      │ the download wants more
 *       │ chunk (transferred)            ──▶  │
 *       │ close                          ──▶  │ ends the download ── closed {bytes} ─▶
 *       │ ping {id}, every 10 s          ──▶  │ pong; unpinged workers are killed after about 30 s
 *       │ ping {id}                     ◀──▶  │ ask, when none came for long
 *
 * `open` and `ping` are messages to the worker itself: those are the events that browsers keep a worker alive for.
 * What goes through the port is none; Firefox ends a worker that hears nothing else, and the download is cut short.
 */

/** Same-origin path of these downloads. The app's navigation fallback must leave it alone. */
export const STREAM_PATH = '/stream-download/';

export const STREAM_PING_MS = 10_000;

/**
 * A page that says nothing for this long is gone (closed, crashed), and its download fails: left alone, it would
 * stay under way for ever, or end as a short file. Below the 30 s after which a worker that hears nothing is ended.
 */
export const STREAM_PAGE_LOST_MS = 25_000;
/**
 * Of these, the last, after the worker asked: browsers hold back the timers of hidden pages, but no messages to them;
 * and after a sleep of the computer everything is late at once.
 */
export const STREAM_GRACE_MS = 4_000;

export interface StreamOpen {
  type: 'tandem-stream-open';
  /** Unguessable; the last part of the path. */
  id: string;
  /** Sanitised. */
  filename: string;
  /** Null when the sender did not say. */
  totalBytes: number | null;
}

export interface StreamPing {
  type: 'tandem-stream-ping';
  id: string;
}

/** Through the port. */
export type PageToWorker =
  { type: 'chunk'; bytes: Uint8Array<ArrayBuffer> } | { type: 'close' } | { type: 'abort' };

export type WorkerToPage =
  | { type: 'ready' }
  | { type: 'pull' }
  | { type: 'pong' }
  /** Answered by a ping. */
  | { type: 'ask' }
  | { type: 'closed'; bytes: number }
  /** The person cancelled the download, or the browser did. */
  | { type: 'cancelled' };

type Fields = Record<string, unknown>;
const fieldsOf = (data: unknown): Fields =>
  typeof data === 'object' && data !== null ? (data as Fields) : {};
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{16,64}$/.test(value);

export function isStreamPing(data: unknown): data is StreamPing {
  const { type, id } = fieldsOf(data);
  return type === 'tandem-stream-ping' && isId(id);
}

export function isStreamOpen(data: unknown): data is StreamOpen {
  const { type, id, filename, totalBytes } = fieldsOf(data);
  return (
    type === 'tandem-stream-open' &&
    isId(id) &&
    typeof filename === 'string' &&
    filename.length <= 1_024 &&
    (totalBytes === null || (Number.isSafeInteger(totalBytes) && Number(totalBytes) >= 0))
  );
}
