import { randomBytes } from 'node:crypto';
import {
  createRegistry,
  parseKeyring,
  publicKeysOf,
  ServiceError,
  signClaims,
  signingKeys,
  silentLogger,
  verificationKeys,
} from '@tandem/kit';
import { createGrpcClient, serveGrpc, type GrpcServer } from '@tandem/kit/grpc';
import { actingAs, testAssertions, testCredentials, testDeadlineMs } from '@tandem/kit/testing';
import { ShareInfo } from '@tandem/proto/tandem/shares/v1/shares';
import { TurnCredentialsServiceDefinition } from '@tandem/proto/tandem/turn/v1/turn';
import { turnService, type TurnContext } from '../src/turn.rpc.js';

const newRing = () => `g1:${randomBytes(32).toString('base64url')}`;
const ring = newRing();
const grantKeys = signingKeys(parseKeyring(ring));
const clock = { now: new Date() };
const context: TurnContext = {
  grantKeys: verificationKeys(parseKeyring(publicKeysOf(ring))),
  stunUrls: ['stun:one.example.test:19302', 'stun:two.example.test:19302'],
  relay: {
    urls: ['turn:relay.example.test:3478?transport=udp'],
    secrets: ['the secret of today', 'the one of yesterday'],
  },
  ttlSeconds: 600,
  isRoomLive: (shareId) => isLive(shareId),
  shares: { getShareInfo: ({ shareId = '' }) => answer(shareId) },
  now: () => clock.now,
};

const info = (part: Partial<ShareInfo>) => () =>
  Promise.resolve(ShareInfo.fromPartial({ shareId: 's', isActive: true, ...part }));
/** What shares answers. */
let answer: (shareId: string) => Promise<ShareInfo> = info({});
/** What signalling answers. */
let isLive: TurnContext['isRoomLive'] = () => Promise.resolve(true);
beforeEach(() => {
  isLive = () => Promise.resolve(true);
  answer = info({});
});

const servers: GrpcServer[] = [];
const start = async (own: TurnContext) => {
  const server = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    registry: createRegistry('test'),
    credentials: await testCredentials('turn-credentials'),
    assertions: testAssertions('turn-credentials'),
    services: [turnService(own)],
  });
  servers.push(server);
  return createGrpcClient(TurnCredentialsServiceDefinition, `127.0.0.1:${server.port}`, {
    credentials: await testCredentials('gateway'),
    service: 'turn-credentials',
    deadlineMs: testDeadlineMs,
  });
};
let client: Awaited<ReturnType<typeof start>>;
let clientWithoutRelay: typeof client;
beforeAll(async () => {
  client = await start(context);
  clientWithoutRelay = await start({ ...context, relay: null });
});
afterAll(async () => {
  client.closeChannel();
  clientWithoutRelay.closeChannel();
  for (const server of servers) await server.stop();
});

const grantFor = (viewerId: string, audience = 'grant', keys = grantKeys) =>
  signClaims({ shareId: 's', role: 'receiver', viewerId }, { keys, audience, ttlSeconds: 600 });
const viewerId = 'V'.repeat(22);
const at = { shareId: 's', network: '192.0.2.0/24' };
const byGrant = (grant: string) => ({ grant, network: at.network });
const asOlga = () => actingAs({ uid: 'olga' });

describe('TURN credentials', () => {
  it('lists the relay after two public STUN servers', async () => {
    const { iceServers, ttlSeconds } = await client.issueCredentials(at, asOlga());
    expect(iceServers.map(({ urls }) => urls)).toEqual([
      ['stun:one.example.test:19302'],
      ['stun:two.example.test:19302'],
      ['turn:relay.example.test:3478?transport=udp'],
    ]);
    expect(iceServers[0]).toMatchObject({ username: undefined, credential: undefined });
    expect(iceServers[2]?.username).toMatch(/^\d{10}:[0-9a-f]{12,}$/);
    expect(ttlSeconds).toBe(600);
  });

  it('lists only STUN servers without a relay', async () => {
    const { iceServers, ttlSeconds } = await clientWithoutRelay.issueCredentials(at, asOlga());
    expect(iceServers).toHaveLength(2);
    expect(ttlSeconds).toBe(0);
  });

  it('accepts a valid grant like a session, with one id for all viewers of a share in a network', async () => {
    const idOf = async (viewer: string, more: object = {}) => {
      const { token } = grantFor(viewer);
      const { iceServers } = await client.issueCredentials({ ...byGrant(token), ...more });
      return iceServers[2]?.username?.split(':')[1];
    };
    const id = await idOf(viewerId);
    expect(id).toMatch(/^[0-9a-f]{12,}$/);
    expect(await idOf('W'.repeat(22))).toBe(id);
    expect(await idOf(viewerId, { network: '198.51.100.0/24' })).not.toBe(id);
    const { iceServers } = await client.issueCredentials(at, asOlga());
    expect(iceServers[2]?.username?.split(':')[1]).not.toBe(id);
  });

  it('lists only STUN servers while sender and recipient are not both connected', async () => {
    const asked: string[] = [];
    isLive = (shareId) => {
      asked.push(shareId);
      return Promise.resolve(false);
    };
    for (const request of [byGrant(grantFor(viewerId).token), at]) {
      const { iceServers, ttlSeconds } = await client.issueCredentials(request, asOlga());
      expect(iceServers.map(({ urls }) => urls[0])).toEqual(context.stunUrls);
      expect(ttlSeconds).toBe(0);
    }
    expect(asked).toEqual(['s', 's']);
  });

  it('asks for no room without a valid grant or a relay', async () => {
    isLive = () => Promise.reject(new Error('asked'));
    await clientWithoutRelay.issueCredentials(at, asOlga());
    const forged = grantFor(viewerId, 'grant', signingKeys(parseKeyring(newRing())));
    await expect(client.issueCredentials(byGrant(forged.token))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  describe('for a grant', () => {
    const issue = (token: string, options = {}) =>
      client.issueCredentials({ grant: token, network: at.network }, options);
    const sign = (claims: object) =>
      signClaims(
        { shareId: 's', viewerId, ...claims },
        { keys: grantKeys, audience: 'grant', ttlSeconds: 600 },
      ).token;
    const refused = { code: 'unauthenticated', reason: 'no-participant' };
    const unknown = () =>
      Promise.reject(new ServiceError('not-found', 'share-not-found', 'Share not found.'));

    it.each<[string, typeof answer]>([
      ['is stopped', info({ isActive: false })],
      ['was restarted', info({ epoch: 1 })],
      ['is unknown', unknown],
    ])('are refused when the share %s', async (_what, given) => {
      answer = given;
      await expect(issue(sign({ role: 'receiver' }))).rejects.toMatchObject(refused);
    });

    it('are issued for the epoch of the share', async () => {
      answer = info({ epoch: 2 });
      const { iceServers } = await issue(sign({ role: 'receiver', epoch: 2 }));
      expect(iceServers).toHaveLength(3);
    });

    it('of a sender are issued with its session only', async () => {
      const token = sign({ role: 'sender', sessionId: 's1' });
      const inSession = (sessionId: string) => actingAs({ uid: 'olga', sessionId });
      expect((await issue(token, inSession('s1'))).iceServers).toHaveLength(3);
      await expect(issue(token)).rejects.toMatchObject(refused);
      await expect(issue(token, inSession('s2'))).rejects.toMatchObject(refused);
    });

    it('are unavailable with shares', async () => {
      answer = () =>
        Promise.reject(new ServiceError('unavailable', 'service-unavailable', 'Unavailable.'));
      await expect(issue(sign({ role: 'receiver' }))).rejects.toMatchObject({
        code: 'unavailable',
      });
    });
  });

  it('refuses all other callers', async () => {
    const { token } = grantFor(viewerId);
    const foreign = signingKeys(parseKeyring(newRing()));
    const forged = grantFor(viewerId, 'grant', foreign);
    const otherUse = grantFor(viewerId, 'session');
    const unauthenticated = { code: 'unauthenticated' };
    for (const request of [
      {},
      byGrant(''),
      byGrant('x'),
      byGrant(`${token}x`),
      byGrant(forged.token),
      byGrant(otherUse.token),
    ]) {
      await expect(client.issueCredentials(request)).rejects.toMatchObject(unauthenticated);
    }
    await expect(client.issueCredentials({}, asOlga())).rejects.toMatchObject(unauthenticated);
    clock.now = new Date(Date.now() + 601_000);
    await expect(client.issueCredentials(byGrant(token))).rejects.toMatchObject({
      ...unauthenticated,
      reason: 'expired-token',
    });
    clock.now = new Date();
  });
});
