import { randomBytes } from 'node:crypto';
import { parseKeyring, ServiceError, signClaims, signingKeys } from '@tandem/kit';
import { User, type AuthenticateRequest } from '@tandem/proto/tandem/identity/v1/identity';
import type { AccessShareRequest } from '@tandem/proto/tandem/shares/v1/shares';
import { createMemoryBroker } from '../src/cluster/bus.memory.js';
import { joinRateFor } from '../src/protocol/limits.js';
import { startLivePod, type LivePod } from './support/live-pod.js';
import { startAuthorize } from './support/shares-server.js';
import { eventually } from './support/until.js';
import { connectClient, type WsClient } from './support/ws-client.js';

/**
 * The authorization matrix of the web socket: every message type × every kind of caller, over real sockets and with the
 * real `authorize`. `alice` owns the share. Identity and shares are fakes behind real gRPC that follow the contract. The
 * matrix of the HTTP API is in gateway/test/authorization.test.ts.
 */
const keyring = () => signingKeys(parseKeyring(`k:${randomBytes(32).toString('base64url')}`));
const keys = keyring();
const password = 'right';
const people = ['alice', 'bob', 'admin'];

const authenticate = ({ credential }: AuthenticateRequest) => {
  const uid = credential?.$case === 'sessionCookie' ? credential.value : '';
  if (people.includes(uid)) return User.fromPartial({ uid, isAdmin: uid === 'admin' });
  const reason = uid === 'revoked' ? 'revoked-session' : 'invalid-token';
  throw new ServiceError('unauthenticated', reason, 'Sign in again.');
};

let joins = 0;
const authorizeJoin = (request: AccessShareRequest, callerUid: string) => {
  const isOwner = callerUid === 'alice';
  if (request.password !== password && !(isOwner && request.password === '')) {
    throw new ServiceError('permission-denied', 'access-denied', 'No.');
  }
  const shareExpiresAt = new Date('2030-01-01T00:00:00Z');
  return {
    role: isOwner ? 'sender' : 'receiver',
    viewerId: `viewer-${(joins += 1)}`,
    shareExpiresAt,
    epoch: 0,
  };
};

let live: LivePod;
let close: () => Promise<void>;

beforeAll(async () => {
  const { authorize, stop } = await startAuthorize(keys, { authorizeJoin, authenticate });
  const broker = createMemoryBroker({ automatic: true });
  live = await startLivePod('a', (id, handlers) => Promise.resolve(broker.connect(id, handlers)), {
    authorize,
    socketsPerNetwork: 1_000,
    joinRate: joinRateFor(10_000),
  });
  close = async () => {
    await live.stop();
    await stop();
  };
});
afterAll(() => close());

interface GrantOptions {
  role?: string;
  of?: string;
  by?: typeof keys;
  ageMs?: number;
}

const grantFor = async (shareId: string, options: GrantOptions = {}) => {
  const { role = 'receiver', of = shareId, by = keys, ageMs = 0 } = options;
  const claims = { shareId: of, role, viewerId: `${role}-${Math.random()}` };
  const now = new Date(Date.now() - ageMs);
  return signClaims(claims, { keys: by, audience: 'grant', ttlSeconds: 600, now }).token;
};

interface Credentials {
  cookie?: string;
  password?: string;
  grant?: string;
}
type CallerRole = 'refused' | 'receiver' | 'sender' | 'stopped' | 'signed out';
type Caller = [
  role: CallerRole,
  credentialsFor: (shareId: string) => Promise<Credentials> | Credentials,
];

const withGrant = (options: GrantOptions) => async (shareId: string) => ({
  grant: await grantFor(shareId, options),
});
const header = Buffer.from('{"alg":"none"}').toString('base64url');
const unsigned = (shareId: string) => {
  const claims = { shareId, role: 'sender', viewerId: 'x', aud: 'grant', exp: 9_999_999_999 };
  return { grant: `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.` };
};

/** Callers by their credentials, and the role they get. */
const callers: Record<string, Caller> = {
  anonymous: ['refused', () => ({})],
  'wrong password': ['refused', () => ({ password: 'wrong' })],
  'right password': ['receiver', () => ({ password })],
  'wrong grant: another share': ['refused', withGrant({ of: 'another' })],
  'wrong grant: expired': ['refused', withGrant({ ageMs: 700_000 })],
  'right grant of a receiver': ['receiver', withGrant({})],
  'right grant of the owner': ['sender', withGrant({ role: 'sender' })],
  'other user': ['refused', () => ({ cookie: 'bob' })],
  'other user with the password': ['receiver', () => ({ cookie: 'bob', password })],
  owner: ['sender', () => ({ cookie: 'alice' })],
  'owner with a wrong password': ['refused', () => ({ cookie: 'alice', password: 'wrong' })],
  admin: ['refused', () => ({ cookie: 'admin' })],
  'revoked session': ['signed out', () => ({ cookie: 'revoked' })],
  'revoked session with the password': ['receiver', () => ({ cookie: 'revoked', password })],
  'revoked share, grant from before': ['stopped', withGrant({ ageMs: 60_000 })],
  'forged cookie': ['signed out', () => ({ cookie: 'eyJhbGciOiJub25lIn0.e30.' })],
  'forged grant: signed by another': ['refused', withGrant({ by: keyring() })],
  'forged grant: not signed': ['refused', unsigned],
  'forged grant: another role': ['refused', withGrant({ role: 'admin' })],
};

const messages = [
  'offer',
  'answer',
  'ice-candidate',
  'ping',
  'joined',
  'peer-joined',
  'peer-left',
  'error',
  'nonsense',
] as const;
type MessageType = (typeof messages)[number];

/** Outcome of a member's message; only three types are relayed. */
const ofMembers = (type: MessageType): string => {
  if (type === 'ping') return 'echoed';
  return ['offer', 'answer', 'ice-candidate'].includes(type) ? 'relayed' : 'refused: unknown-type';
};
const expectedOf = (role: CallerRole, type: MessageType): string => {
  if (role === 'refused') return 'closed: access-denied';
  if (role === 'signed out') return 'closed: session-ended';
  return role === 'stopped' ? 'closed: share-ended' : ofMembers(type);
};

let rooms = 0;

interface Room {
  shareId: string;
  /** Members that must receive the messages to them, and no others. */
  present: { role: 'sender' | 'receiver'; client: WsClient }[];
}

const joinAs = async (shareId: string, role: 'sender' | 'receiver', peerId: string) => {
  const client = await connectClient({ port: live.port, shareId });
  client.send({ type: 'join', shareId, peerId, grant: await grantFor(shareId, { role }) });
  await client.next('joined');
  return { role, client };
};

/** A room with counterparts of the caller; without a sender if the caller is one. */
const openRoom = async (role: CallerRole): Promise<Room> => {
  rooms += 1;
  const shareId = `share-${rooms}`;
  if (role === 'stopped')
    live.pod.revokeShare(shareId, { atMs: Date.now() - 1_000, epoch: undefined });
  if (role === 'sender') return { shareId, present: [await joinAs(shareId, 'receiver', 'R')] };
  if (role === 'stopped') return { shareId, present: [] };
  const present = [await joinAs(shareId, 'sender', 'S'), await joinAs(shareId, 'receiver', 'R')];
  return { shareId, present };
};

const mark = 'of the caller';
const isMarked = ({ payload }: { payload?: unknown }) =>
  JSON.stringify(payload ?? null).includes(mark);

/** The members that received the caller's message; a ping round trip proves that none is in transit. */
const receivedBy = async ({ shareId, present }: Room): Promise<string[]> => {
  const roles: string[] = [];
  for (const { role, client } of present) {
    client.send({ type: 'ping', shareId, peerId: 'x' });
    await client.next('ping');
    if (client.messages.items.some(isMarked)) roles.push(role);
  }
  return roles;
};

const has = (client: WsClient, type: string) =>
  client.messages.items.some((message) => message.type === type);

const codeOf = ({ payload }: { payload?: unknown }) => (payload as { code: string }).code;

const answerTo = async (client: WsClient, room: Room, type: MessageType): Promise<string> => {
  const isRelayed = () =>
    room.present.some(({ client: other }) => other.messages.items.some(isMarked));
  const isEchoed = () => type === 'ping' && has(client, 'ping');
  // `not-joined` only means to repeat the message after the join; the verdict of the join counts.
  const verdict = () =>
    client.messages.items.find(
      (message) => message.type === 'error' && codeOf(message) !== 'not-joined',
    );
  const isAnswered = () => verdict() !== undefined || !client.isOpen();
  await eventually(() => isAnswered() || isEchoed() || isRelayed(), `an answer to ${type}`);
  if (!isAnswered()) return isEchoed() ? 'echoed' : 'relayed';
  const error = verdict();
  const code = error ? codeOf(error) : 'without an error';
  // A close reason precedes the close; a protocol error leaves the socket open.
  client.send({ type: 'ping', shareId: room.shareId, peerId: 'X' });
  await eventually(() => !client.isOpen() || has(client, 'ping'), 'the close or the ping');
  return `${client.isOpen() ? 'refused' : 'closed'}: ${code}`;
};

const connect = async ([role, credentialsFor]: Caller) => {
  const room = await openRoom(role);
  const { cookie, ...proof } = await credentialsFor(room.shareId);
  const headers = cookie === undefined ? {} : { cookie: `__Host-session=${cookie}` };
  const client = await connectClient({ port: live.port, shareId: room.shareId, headers });
  const leave = () => {
    client.socket.terminate();
    for (const other of room.present) other.client.socket.terminate();
  };
  return { room, client, proof, leave };
};

const envelope = (shareId: string, type: string) => ({
  type,
  shareId,
  peerId: 'X',
  payload: { sdp: mark },
});

describe.each(Object.entries(callers))('%s', (_name, caller) => {
  const [role] = caller;

  it(`joins as ${role}`, async () => {
    const { room, client, proof, leave } = await connect(caller);
    client.send({ type: 'join', shareId: room.shareId, peerId: 'X', ...proof });
    await eventually(() => has(client, 'joined') || !client.isOpen(), 'the outcome of the join');
    const joined = client.messages.items.find(({ type }) => type === 'joined');
    const outcome = joined ? (joined.payload as { role: string }).role : (await client.closed).code;
    expect(outcome).toBe(
      {
        refused: 4003,
        stopped: 4004,
        'signed out': 4015,
        sender: 'sender',
        receiver: 'receiver',
      }[role],
    );
    leave();
  });

  it('relays no message before a join', async () => {
    const seen: Record<string, unknown> = {};
    for (const type of messages) {
      const { room, client, leave } = await connect(caller);
      client.send(envelope(room.shareId, type));
      seen[type] = [(await client.closed).code, await receivedBy(room)];
      leave();
    }
    expect(seen).toEqual(Object.fromEntries(messages.map((type) => [type, [4002, []]])));
  });

  it('after its join, each message has the expected outcome', async () => {
    const seen: Record<string, string> = {};
    const received: Record<string, string[]> = {};
    for (const type of messages) {
      const { room, client, proof, leave } = await connect(caller);
      client.send({ type: 'join', shareId: room.shareId, peerId: 'X', ...proof });
      if (role === 'sender' || role === 'receiver') await client.next('joined');
      client.send(envelope(room.shareId, type));
      seen[type] = await answerTo(client, room, type);
      received[type] = await receivedBy(room);
      leave();
    }
    expect(seen).toEqual(
      Object.fromEntries(messages.map((type) => [type, expectedOf(role, type)])),
    );
    // Only the counterpart receives it, never another receiver.
    const counterpart = role === 'sender' ? 'receiver' : 'sender';
    expect(received).toEqual(
      Object.fromEntries(
        messages.map((type) => [type, expectedOf(role, type) === 'relayed' ? [counterpart] : []]),
      ),
    );
  });

  it('reaches no other share, and as a receiver no other receiver', async () => {
    const { room, client, proof, leave } = await connect(caller);
    const otherRoom = await openRoom('receiver');
    client.send({ type: 'join', shareId: room.shareId, peerId: 'X', ...proof });
    if (role === 'sender' || role === 'receiver') {
      await client.next('joined');
      client.send(envelope(otherRoom.shareId, 'offer'));
      await client.nextError('wrong-share');
      if (role === 'receiver') {
        client.send({ ...envelope(room.shareId, 'offer'), to: 'R' });
        await client.nextError('unknown-peer');
      }
    } else {
      client.send(envelope(otherRoom.shareId, 'offer'));
      await client.closed;
    }
    expect([await receivedBy(room), await receivedBy(otherRoom)]).toEqual([[], []]);
    leave();
    for (const other of otherRoom.present) other.client.socket.terminate();
  });
});
