/** Clients of the API without a browser. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface Answer {
  status: number;
  /** The response body, unvalidated. */
  json: Record<string, unknown>;
  text: string;
  cookie: string;
}

export interface Call {
  headers?: Record<string, string>;
  json?: unknown;
  body?: string;
}

const parse = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** The body, or the first message of a stream, which has no end. */
const textOf = async (response: Response): Promise<string> => {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream || response.body === null) return response.text();
  const reader = response.body.getReader();
  const first: { value?: unknown } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(first.value as Uint8Array | undefined);
};

export const caller =
  (origin: string) =>
  async (
    method: string,
    path: string,
    { headers = {}, json, body }: Call = {},
  ): Promise<Answer> => {
    const payload = json === undefined ? body : JSON.stringify(json);
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      // `fetch` sends no body with GET.
      ...(payload !== undefined && method !== 'GET' && { body: payload }),
    });
    const text = await textOf(response);
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { status: response.status, json: parse(text), text, cookie };
  };

export type Ask = ReturnType<typeof caller>;

export interface Account {
  uid: string;
  email: string;
  name: string;
  password: string;
  idToken: string;
  refreshToken: string;
}

const toEmulator = async (emulator: string, call: string, body: object) => {
  const ask = caller(`${emulator}/identitytoolkit.googleapis.com/v1`);
  const { status, json, text } = await ask('POST', `/accounts:${call}?key=canary`, {
    json: { ...body, returnSecureToken: true },
  });
  if (status !== 200) throw new Error(`the Auth emulator rejected ${call}: ${text}`);
  return json as { localId: string; idToken: string; refreshToken: string };
};

export const signUp = async (emulator: string): Promise<Account> => {
  const name = `Canary ${randomUUID()}`;
  const email = `${randomUUID()}@canary.example`;
  const password = `pw-${randomUUID()}`;
  const { localId, idToken, refreshToken } = await toEmulator(emulator, 'signUp', {
    email,
    password,
    displayName: name,
  });
  return { uid: localId, email, name, password, idToken, refreshToken };
};

export const signIn = async (emulator: string, email: string, password: string) =>
  (await toEmulator(emulator, 'signInWithPassword', { email, password })).idToken;

type Frame = Record<string, unknown>;

/** A signalling socket that records received messages. */
export const openSocket = async (
  origin: string,
  { shareId, pod, cookie = '' }: { shareId: string; pod: number; cookie?: string },
) => {
  const url = `${origin.replace(/^http/, 'ws')}/ws?share=${shareId}&pod=${String(pod)}`;
  const socket = new WebSocket(url, { origin, headers: cookie === '' ? {} : { cookie } });
  const told: Frame[] = [];
  socket.on('message', (data: Buffer) => told.push(JSON.parse(data.toString()) as Frame));
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return {
    send: (frame: Frame | string) =>
      socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    has: (type: string) => told.some((frame) => frame['type'] === type),
    /** Whether the server announced this peer, in the response to the join or later. */
    knows: (peerId: string) =>
      told.some(({ payload }) => JSON.stringify(payload ?? null).includes(`"peerId":"${peerId}"`)),
    close: () => socket.terminate(),
  };
};

/** Polls: the condition depends on other processes. */
export const until = async (
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = 120_000,
): Promise<void> => {
  const end = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not within ${String(withinMs)} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
