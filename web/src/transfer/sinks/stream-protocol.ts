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
 *       │ ping, every 10 s               ──▶  │ pong; unpinged workers are killed after about 30 s
 */

/** Same-origin path of these downloads. The app's navigation fallback must leave it alone. */
export const STREAM_PATH = '/stream-download/';

export const STREAM_PING_MS = 10_000;

export interface StreamOpen {
  type: 'tandem-stream-open';
  /** Unguessable; the last part of the path. */
  id: string;
  /** Sanitised. */
  filename: string;
  totalBytes: number;
}

export type PageToWorker =
  | { type: 'chunk'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'close' }
  | { type: 'abort' }
  | { type: 'ping' };

export type WorkerToPage =
  | { type: 'ready' }
  | { type: 'pull' }
  | { type: 'pong' }
  | { type: 'closed'; bytes: number }
  /** The person cancelled the download, or the browser did. */
  | { type: 'cancelled' };

export function isStreamOpen(data: unknown): data is StreamOpen {
  if (typeof data !== 'object' || data === null) return false;
  const { type, id, filename, totalBytes } = data as Record<string, unknown>;
  return (
    type === 'tandem-stream-open' &&
    typeof id === 'string' &&
    /^[\w-]{16,64}$/.test(id) &&
    typeof filename === 'string' &&
    filename.length <= 1_024 &&
    typeof totalBytes === 'number' &&
    Number.isSafeInteger(totalBytes) &&
    totalBytes >= 0
  );
}
