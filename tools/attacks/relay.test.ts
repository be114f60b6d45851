import { caller, openSocket, signUp, until, type Ask } from '../canary/people.js';
import { openConsole } from '../dev-stack/run/console.js';
import { missingBuilds, startStack, type Stack } from '../dev-stack/stack.js';

/** Attempts to use the relay for other purposes than a transfer, through the public interface of the product. */
let stack: Stack;
let ask: Ask;
let cookie: string;

const ignore = () => undefined;

beforeAll(async () => {
  expect(missingBuilds()).toEqual([]);
  stack = await startStack({
    port: 0,
    console: { ...openConsole(), print: ignore, report: ignore, echo: ignore },
    demoAccounts: false,
    env: {
      RATE_LIMIT_SCALE: '0',
      TRUST_PROXY_HOPS: '1',
      LOG_LEVEL: 'error',
      ALLOW_POD_PINNING: 'true',
      // Credentials are issued; no relay has to run.
      TURN_URLS: 'turn:relay.example.test:3478',
      TURN_SECRETS: 'secret-of-a-relay-that-is-not-running',
    },
  });
  ask = caller(stack.url);
  const { idToken } = await signUp(stack.authEmulatorOrigin ?? '');
  ({ cookie } = await ask('POST', '/api/session', { json: { idToken } }));
}, 120_000);
afterAll(() => stack.stop());

const newShare = async () => {
  const json = { filename: 'plan.pdf', fileSize: '1.00 MB', fileType: 'application/pdf' };
  const share = (await ask('POST', '/api/file-shares', { headers: { cookie }, json })).json;
  const shareId = String(share['shareId']);
  const path = `/api/shares/${shareId}/access`;
  const access = await ask('POST', path, { json: { password: share['password'] } });
  return { shareId, grant: String(access.json['grant']) };
};
type Share = Awaited<ReturnType<typeof newShare>>;

/** The id that the relay counts allocations by; null without credentials. */
const relayId = async (path: string, headers: Record<string, string>): Promise<string | null> => {
  const { status, json } = await ask('GET', `/api/turn-credentials${path}`, { headers });
  expect(status).toBe(200);
  const servers = json['iceServers'] as { urls: string[]; username?: string }[];
  expect(servers[0]?.urls[0]).toMatch(/^stun:/);
  return servers.flatMap(({ username }) => username ?? [])[0]?.split(':')[1] ?? null;
};
const asRecipient = ({ grant }: Share, address = '192.0.2.1') =>
  relayId('', { authorization: `Grant ${grant}`, 'x-forwarded-for': address });
const asOwner = ({ shareId }: Share) => relayId(`?share=${shareId}`, { cookie });

const join = async ({ shareId, grant }: Share, role: 'sender' | 'receiver', pod: number) => {
  const isSender = role === 'sender';
  const socket = await openSocket(stack.url, { shareId, pod, ...(isSender && { cookie }) });
  socket.send({ type: 'join', shareId, peerId: role, ...(!isSender && { grant }) });
  await until(`the ${role} has joined`, () => socket.has('joined'));
  return socket;
};

describe('relay credentials', () => {
  it('are refused for an active share while its room is empty, or has one side only', async () => {
    const share = await newShare();
    expect([await asRecipient(share), await asOwner(share)]).toEqual([null, null]);

    const receiver = await join(share, 'receiver', 0);
    expect([await asRecipient(share), await asOwner(share)]).toEqual([null, null]);
    receiver.close();

    const other = await newShare();
    const sender = await join(other, 'sender', 0);
    expect([await asRecipient(other), await asOwner(other)]).toEqual([null, null]);
    sender.close();
  });

  it.each([
    ['one pod', 0],
    ['two pods', 1],
  ])('are issued while both sides are connected to %s, and not afterwards', async (_what, pod) => {
    const share = await newShare();
    const sender = await join(share, 'sender', 0);
    const receiver = await join(share, 'receiver', pod);
    await until('each knows the other', () => sender.knows('receiver') && receiver.knows('sender'));

    const ids = [await asRecipient(share), await asOwner(share)];
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/), expect.any(String)]);
    // Each side of the share has a quota of its own, and so has each network.
    expect(new Set([...ids, await asRecipient(share, '198.51.100.1')]).size).toBe(3);
    expect(await asRecipient(share, '192.0.2.200')).toBe(ids[0]);
    // The room of another share does not count.
    expect(await asRecipient(await newShare())).toBeNull();

    sender.close();
    await until('the sender has left', () => receiver.has('peer-left'));
    await until('the room is not live', async () => (await asRecipient(share)) === null);
    expect(await asOwner(share)).toBeNull();
    receiver.close();
  });
});
