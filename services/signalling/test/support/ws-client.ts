import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';
import { createRecorder, type Recorder } from './until.js';
import type { Message } from './world.js';

/** A plain client of the protocol on a real socket. */
export interface WsClient {
  readonly socket: WebSocket;
  readonly messages: Recorder<Message>;
  send(frame: object | string): void;
  /** The first message of this type, received already or later. */
  next(type: string): Promise<Message>;
  /** The first error with this code. */
  nextError(code: string): Promise<Message>;
  readonly closed: Promise<{ code: number; reason: string }>;
  isOpen(): boolean;
}

export interface ConnectOptions {
  port: number;
  path?: string;
  shareId?: string;
  origin?: string;
  headers?: Record<string, string>;
  /** TLS: the authority and the name of the server's certificate. */
  tls?: { ca: Buffer; servername: string };
}

const optionsFor = ({ origin, headers, tls }: ConnectOptions): ClientOptions => ({
  ...(origin !== undefined && { origin }),
  ...tls,
  headers: headers ?? {},
  perMessageDeflate: false,
});

const urlOf = ({ port, path = '/ws', shareId = 's', tls }: ConnectOptions) =>
  `${tls ? 'wss' : 'ws'}://127.0.0.1:${port}${path}?share=${shareId}`;

/** HTTP status of an upgrade: 101 if it is accepted. */
export const statusOfUpgrade = async (options: ConnectOptions): Promise<number> => {
  const socket = new WebSocket(urlOf(options), optionsFor(options));
  socket.on('error', () => undefined);
  const status = await new Promise<number>((resolve) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
  });
  socket.terminate();
  return status;
};

export const connectClient = async (options: ConnectOptions): Promise<WsClient> => {
  const socket = new WebSocket(urlOf(options), optionsFor(options));
  const messages = createRecorder<Message>();
  socket.on('message', (data: Buffer) => messages.add(JSON.parse(data.toString()) as Message));
  socket.on('error', () => undefined);
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code: number, reason: Buffer) =>
      resolve({ code, reason: reason.toString() }),
    );
  });
  await once(socket, 'open');
  return {
    socket,
    messages,
    closed,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    next: (type) => messages.find((message) => message.type === type, type),
    nextError: (code) =>
      messages.find(
        ({ type, payload }) => type === 'error' && (payload as { code: string }).code === code,
        code,
      ),
    isOpen: () => socket.readyState === WebSocket.OPEN,
  };
};

/** A client that has joined; credentials as in `fake-authorize.ts`. */
export const joinClient = async (
  options: ConnectOptions & { peerId: string; credential: string },
): Promise<WsClient> => {
  const client = await connectClient(options);
  const { shareId = 's', peerId, credential } = options;
  client.send({ type: 'join', shareId, peerId, password: credential });
  await client.next('joined');
  return client;
};
