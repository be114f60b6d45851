import {
  beatEvent,
  beatIntervalMs,
  changeEvent,
  isChangeKind,
  type ChangeKind,
} from '@tandem/proto/browser/changes';
import { expectedAccountQuery } from '@tandem/proto/browser/headers';
import { apiUrl } from '../paths.js';

export interface StreamEvents {
  /** The stream is open; changes before it were missed. */
  onOpen: () => void;
  onBeat: () => void;
  onChange: (kind: ChangeKind) => void;
  /** The stream is closed; it is opened again later. */
  onDown: () => void;
  /** An open stream has ended and a new one is refused: the session may have ended. */
  onRefused: () => void;
}

/** Two beats and some seconds: browsers do not report a connection that has died silently. */
const silenceMs = 2 * beatIntervalMs + 5_000;
/** Browsers give up a stream that was refused. Random, so that they do not all come back together. */
const retryMs = { min: 15_000, max: 45_000 };

const retryDelay = (): number => retryMs.min + Math.random() * (retryMs.max - retryMs.min);

/**
 * Keeps a stream of changes open until the returned function is called. The server refuses it when the cookie is of
 * another account than `uid`.
 */
export const openChangeStream = (
  uid: string,
  { onOpen, onBeat, onChange, onDown, onRefused }: StreamEvents,
) => {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let wasOpen = false;

  const setDown = (): void => {
    if (!isOpen) return;
    isOpen = false;
    onDown();
  };
  const closeSource = (): void => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const reopenIn = (ms: number): void => {
    closeSource();
    setDown();
    timer = setTimeout(connect, ms);
  };
  const expectBeat = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => reopenIn(0), silenceMs);
  };
  // The response headers alone prove nothing: a proxy may hold back the body.
  const noteBeat = (): void => {
    expectBeat();
    if (isOpen) {
      onBeat();
      return;
    }
    isOpen = true;
    wasOpen = true;
    onOpen();
  };
  const connect = (): void => {
    const query = new URLSearchParams({ [expectedAccountQuery]: uid });
    const own = new EventSource(apiUrl(`/changes?${query.toString()}`), { withCredentials: true });
    source = own;
    expectBeat();
    own.addEventListener(beatEvent, noteBeat);
    own.addEventListener(changeEvent, ({ data }: MessageEvent<unknown>) => {
      if (isChangeKind(data)) onChange(data);
    });
    own.addEventListener('error', () => {
      if (own.readyState !== EventSource.CLOSED) {
        setDown();
        return;
      }
      reopenIn(retryDelay());
      if (wasOpen) onRefused();
      wasOpen = false;
    });
  };

  connect();
  return (): void => {
    closeSource();
    isOpen = false;
  };
};
