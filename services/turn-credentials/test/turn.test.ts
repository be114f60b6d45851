import { randomBytes } from 'node:crypto';
import { createRegistry, parseKeyring, signClaims, silentLogger } from '@tandem/kit';
import { createGrpcClient, serveGrpc, type GrpcServer } from '@tandem/kit/grpc';
import { testCredentials } from '@tandem/kit/testing';
import { TurnCredentialsServiceDefinition } from '@tandem/proto/tandem/turn/v1/turn';
import { turnService, type TurnContext } from '../src/turn.rpc.js';

const grantKeys = parseKeyring(`g1:${randomBytes(32).toString('base64url')}`);
const clock = { now: new Date() };
const context: TurnContext = {
  grantKeys,
  stunUrls: ['stun:one.example.test:19302', 'stun:two.example.test:19302'],
  relay: {
    urls: ['turn:relay.example.test:3478?transport=udp'],
    secrets: ['the secret of today', 'the one of yesterday'],
  },
  ttlSeconds: 600,
  now: () => clock.now,
};

const servers: GrpcServer[] = [];
const start = async (own: TurnContext) => {
  const server = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    registry: createRegistry('test'),
    credentials: await testCredentials('turn-credentials'),
    services: [turnService(own)],
  });
  servers.push(server);
  return createGrpcClient(TurnCredentialsServiceDefinition, `127.0.0.1:${server.port}`, {
    credentials: await testCredentials('gateway'),
    service: 'turn-credentials',
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
const byGrant = (value: string) => ({ participant: { $case: 'grant' as const, value } });
const byUid = (value: string) => ({ participant: { $case: 'uid' as const, value } });

describe('TURN credentials', () => {
  it('lists the relay after two public STUN servers', async () => {
    const { iceServers, ttlSeconds } = await client.issueCredentials(byUid('olga'));
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
    const { iceServers, ttlSeconds } = await clientWithoutRelay.issueCredentials(byUid('olga'));
    expect(iceServers).toHaveLength(2);
    expect(ttlSeconds).toBe(0);
  });

  it('accepts a valid grant like a session, with a stable id per viewer', async () => {
    const idOf = async () => {
      const { token } = await grantFor(viewerId);
      const { iceServers } = await client.issueCredentials(byGrant(token));
      return iceServers[2]?.username?.split(':')[1];
    };
    const id = await idOf();
    expect(id).toMatch(/^[0-9a-f]{12,}$/);
    expect(await idOf()).toBe(id);
  });

  it('refuses all other callers', async () => {
    const { token } = await grantFor(viewerId);
    const foreign = parseKeyring(`g1:${randomBytes(32).toString('base64url')}`);
    const forged = await grantFor(viewerId, 'grant', foreign);
    const otherUse = await grantFor(viewerId, 'session');
    const unauthenticated = { code: 'unauthenticated' };
    for (const request of [
      {},
      byUid(''),
      byGrant(''),
      byGrant('x'),
      byGrant(`${token}x`),
      byGrant(forged.token),
      byGrant(otherUse.token),
    ]) {
      await expect(client.issueCredentials(request)).rejects.toMatchObject(unauthenticated);
    }
    clock.now = new Date(Date.now() + 601_000);
    await expect(client.issueCredentials(byGrant(token))).rejects.toMatchObject({
      ...unauthenticated,
      reason: 'expired-token',
    });
    clock.now = new Date();
  });
});
