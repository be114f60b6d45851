/** A signalling client against fake sockets. */

import type { JoinCredentials } from '../../api.js';
import { SignallingClient, type SignallingEvent } from '../../signalling/client.js';
import { describeDevice } from '../../support/env.js';
import { createFakeClock } from './clocks/fake-clock.js';
import { createSignallingHub } from './signalling-hub.js';
import { weriftEnv } from './werift-env.js';

interface FakeSocket {
  url: string;
  readyState: number;
  sent: Record<string, unknown>[];
  onopen: () => void;
  onmessage: (event: { data: unknown }) => void;
  onclose: (event: { code: number; reason: string }) => void;
  send: (text: string) => void;
  close: () => void;
  open: () => void;
  say: (frame: object) => void;
}

/** One client under a fake clock; `latest` is the socket it opened last. */
export const setUpSignalling = (
  credentials: JoinCredentials = { kind: 'password', password: 'pw' },
  userAgent = 'x',
) => {
  const clock = createFakeClock();
  const sockets: FakeSocket[] = [];
  const events: SignallingEvent[] = [];
  const noop = (): void => undefined;
  let traces = 0;
  const env = weriftEnv(createSignallingHub(), {
    clock,
    random: () => 0,
    device: describeDevice(userAgent, 0, 1_920),
    createSocket(url) {
      const socket: FakeSocket = {
        url,
        readyState: 0,
        sent: [],
        onopen: noop,
        onmessage: noop,
        onclose: noop,
        send: (text) => void socket.sent.push(JSON.parse(text) as Record<string, unknown>),
        close: () => {
          socket.readyState = 3;
        },
        open() {
          socket.readyState = 1;
          socket.onopen();
        },
        say: (frame) => socket.onmessage({ data: JSON.stringify(frame) }),
      };
      sockets.push(socket);
      // The client detaches by assigning null; later events are dropped, as in a browser.
      for (const name of ['onopen', 'onmessage', 'onclose'] as const) {
        let handler: (...args: never[]) => void = noop;
        Object.defineProperty(socket, name, {
          get: () => handler,
          set: (value: typeof handler | null) => {
            handler = value ?? noop;
          },
        });
      }
      return socket as unknown as WebSocket;
    },
  });
  const client = new SignallingClient({
    url: 'wss://host.test/ws',
    shareId: 'share-1',
    peerId: 'peer-1',
    credentials,
    env,
    newTraceparent: () => `trace-${++traces}`,
    onEvent: (event) => void events.push(event),
  });
  const latest = (): FakeSocket => {
    const socket = sockets.at(-1);
    if (socket === undefined) throw new Error('no socket yet');
    return socket;
  };
  const joined = { type: 'joined', payload: { role: 'receiver', peers: [] } };
  /** The join is sent some turns after the socket opens, since credentials are fetched. */
  const open = async (): Promise<void> => {
    latest().open();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { clock, sockets, events, client, latest, joined, open };
};
