import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { createLogger, createRegistry, ServiceError, type Admission } from '@tandem/kit';
import { testAssertion } from '@tandem/kit/testing';
import type { User } from '@tandem/proto/tandem/identity/v1/identity';
import { createApp } from '../../src/app.js';
import { startChanges } from '../../src/changes/start.js';
import { createChangeStreams } from '../../src/changes/streams.js';
import { closeServices, connectServices } from '../../src/clients.js';
import { readConfig } from '../../src/config.js';
import { proxySignalling } from '../../src/one-box/signalling-proxy.js';
import { createHttpServer } from '../../src/server.js';
import { serveFakes, type Fakes } from './fakes.js';

export const createdAt = new Date('2026-01-02T03:04:05.678Z');

const person = (uid: string, more: Partial<User> = {}): User => ({
  uid,
  email: `${uid}@example.test`,
  displayName: 'Ada Lovelace',
  firstName: 'Ada',
  lastName: 'Lovelace',
  photoUrl: '',
  isAdmin: false,
  createdAt,
  lastSeenAt: createdAt,
  ...more,
});

export const alice = person('alice');
export const bob = person('bob');
export const admin = person('admin', { isAdmin: true });

/** What identity answers for a user who has just signed in. */
export const authenticated = (user: User, signedInAt = new Date()) => {
  const { uid, isAdmin } = user;
  const sessionId = `session-${uid}`;
  const assertion = testAssertion({ uid, isAdmin, sessionId }, { audience: ['fakes'] });
  return { user, assertion, sessionId, signedInAt, freshForMs: 0 };
};

/** `id-<uid>` is an ID token, `cookie-<uid>` a session cookie; anything else is forged. */
const people: Record<string, User> = { alice, bob, admin };

const authenticate: NonNullable<Fakes['identity']['authenticate']> = ({ credential }) => {
  const prefix = credential?.$case === 'idToken' ? 'id-' : 'cookie-';
  const value = credential?.value ?? '';
  if (value === `${prefix}revoked`) {
    throw new ServiceError('unauthenticated', 'revoked-session', 'Your session has ended.');
  }
  const user = value.startsWith(prefix) ? people[value.slice(prefix.length)] : undefined;
  if (!user) throw new ServiceError('unauthenticated', 'invalid-token', 'Invalid token.');
  return Promise.resolve(authenticated(user));
};

export const bearer = (uid: string) => ({ authorization: `Bearer id-${uid}` });
export const cookie = (uid: string) => ({ cookie: `session=cookie-${uid}` });

export interface CallOptions {
  headers?: Record<string, string>;
  json?: unknown;
  body?: string | Uint8Array<ArrayBuffer>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The raw body, possibly compressed. */
  bytes: Buffer;
  json: unknown;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const toHeaders = (raw: readonly string[]): Headers => {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) {
    headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  }
  return headers;
};

/** Not `fetch`, which adds `Sec-Fetch-*` headers. */
const send = async (
  port: number,
  method: string,
  path: string,
  { headers = {}, json, body }: CallOptions,
): Promise<Answer> => {
  const payload = json === undefined ? body : JSON.stringify(json);
  const hasLength = payload !== undefined && headers['transfer-encoding'] === undefined;
  const sent = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(hasLength && { 'content-length': Buffer.byteLength(payload) }),
      ...headers,
    },
  });
  sent.end(payload);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = Buffer.concat((await response.toArray()) as Buffer[]);
  const text = bytes.toString();
  return {
    status: response.statusCode ?? 0,
    headers: toHeaders(response.rawHeaders),
    text,
    bytes,
    json: parse(text),
  };
};

/** The gateway in front of faked services. */
export const startGateway = async (
  env: Record<string, string> = {},
  { admission, ...timing }: { recheckMs?: number; admission?: Admission } = {},
) => {
  const logged = { recordAdminAction: () => Promise.resolve({}) };
  const empty = (): Fakes => ({
    identity: { authenticate, ...logged },
    shares: {},
    billing: {},
    audit: {},
    analytics: {},
    turn: {},
  });
  let fakes = empty();
  // First, so that an invalid environment leaves nothing running.
  const config = readConfig({ RATE_LIMIT_SCALE: '0', ...env });
  const backend = await serveFakes(() => fakes);
  const addresses = {
    identity: backend.address,
    shares: backend.address,
    billing: backend.address,
    audit: backend.address,
    analytics: backend.address,
    turn: backend.address,
  };
  const services = connectServices(addresses, backend.credentials);
  const logLines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logLines.push(chunk.toString());
      done();
    },
  });
  const logger = createLogger('gateway', 'trace', sink);
  const registry = createRegistry('gateway');
  const streams = createChangeStreams({
    maxStreams: config.MAX_CHANGE_STREAMS,
    maxPerAccount: config.MAX_CHANGE_STREAMS_PER_ACCOUNT,
    registry,
  });
  const stopChanges = startChanges({ config, services, streams, logger, ...timing });
  const server = createHttpServer(
    createApp({ config, services, logger, registry, streams, ...(admission && { admission }) }),
  );
  const closeSignalling = proxySignalling(server, {
    targets: config.SIGNALLING_URLS,
    allowPinning: config.ALLOW_POD_PINNING,
    logger,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const call = (method: string, path: string, options: CallOptions = {}) =>
    send(port, method, path, options);

  return {
    call,
    port,
    config,
    services,
    registry,
    streams,
    logLines,
    /** Requests that reached a service, without `authenticate`. */
    calls: () => backend.calls.filter(({ name }) => name !== 'identity.authenticate'),
    /** Replaces the fakes and clears the recorded calls. */
    fake: (parts: Partial<Fakes>) => {
      fakes = { ...empty(), ...parts, identity: { authenticate, ...logged, ...parts.identity } };
      backend.calls.length = 0;
    },
    stop: async () => {
      closeSignalling();
      await stopChanges();
      server.close();
      server.closeAllConnections();
      closeServices(services);
      await backend.stop();
    },
  };
};

export type Gateway = Awaited<ReturnType<typeof startGateway>>;
