import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { silentLogger } from '@tandem/kit';
import { connectNats, createHints } from '@tandem/kit/bus';
import { freePort, startNats, type TestNats } from '@tandem/kit/testing';
import { events, hints } from '@tandem/proto/events';
import { openEvents, type EventStream } from './support/event-stream.js';
import { bearer, cookie, startGateway, type Gateway } from './support/harness.js';

const shareOf = (ownerUid: string) => ({ shareId: 's', ownerUid, filename: 'f', fileSize: '1 KB' });
const at = new Date('2026-11-22T10:00:00Z');

/** A broker without users: deploy/nats/permissions.test.ts tries the gateway's own. */
const connectBroker = async (url: string) => {
  const connection = await connectNats({ url, name: 'test', logger: silentLogger });
  const hint = createHints(connection, silentLogger);
  return {
    stopShare: (uid: string) =>
      hint(events.shareStopped, { share: shareOf(uid), at, reason: 'owner' }),
    editShare: (uid: string) => hint(events.shareEdited, { share: shareOf(uid), at }),
    changePlan: (uid: string) =>
      hint(events.planChanged, {
        uid,
        subscriptionStatus: 'active',
        previousStatus: 'free',
        version: 1,
        at,
      }),
    changePayment: (uid: string) => hint(events.paymentChanged, { uid, at }),
    storeEntry: (ownerUid: string) => hint(hints.entryStored, { ownerUid }),
    close: () => connection.close(),
  };
};

let nats: TestNats;
let broker: Awaited<ReturnType<typeof connectBroker>>;
let gateway: Gateway;
const opened: EventStream[] = [];

/** Repeats while the gateway has no connection to the broker. */
const open = async (headers: Record<string, string>, to = gateway): Promise<EventStream> => {
  for (;;) {
    const stream = await openEvents(to.port, headers);
    if (stream.status !== 503) {
      opened.push(stream);
      if (stream.status === 200) await stream.untilOpen();
      return stream;
    }
    stream.close();
    await pause(20);
  }
};

beforeAll(async () => {
  nats = await startNats();
  broker = await connectBroker(nats.url);
  gateway = await startGateway(
    { NATS_URL: nats.url, MAX_CHANGE_STREAMS: '6', MAX_CHANGE_STREAMS_PER_ACCOUNT: '3' },
    { recheckMs: 50 },
  );
});
beforeEach(() => {
  gateway.fake({ identity: { findEndedSessions: () => Promise.resolve({ ids: [] }) } });
});
afterEach(async () => {
  for (const stream of opened.splice(0)) {
    stream.close();
    await stream.ended;
  }
});
afterAll(async () => {
  await gateway.stop();
  await broker.close();
  await nats.stop();
});

describe('GET /api/changes', () => {
  it('names what has changed for the caller, and nothing about other accounts', async () => {
    const alice = await open(cookie('alice'));
    const bob = await open(cookie('bob'));
    broker.changePlan('alice');
    broker.storeEntry('bob');
    await bob.untilChanges(1);
    expect(bob.changes).toEqual(['audit']);
    await alice.untilChanges(1);
    expect(alice.changes).toEqual(['plan']);
    broker.stopShare('alice');
    await alice.untilChanges(2);
    expect(alice.changes).toEqual(['plan', 'shares']);
    expect(alice.lines.join('\n')).not.toMatch(/alice|bob/);
  });

  it("names the shares when the owner has edited one, and not in other accounts' streams", async () => {
    const alice = await open(cookie('alice'));
    const bob = await open(cookie('bob'));
    broker.editShare('alice');
    await alice.untilChanges(1);
    expect(alice.changes).toEqual(['shares']);
    // Published after the edit, so Bob's stream has passed the edit when this arrives.
    broker.storeEntry('bob');
    await bob.untilChanges(1);
    expect(bob.changes).toEqual(['audit']);
  });

  it('names the plan when a payment has failed or succeeded', async () => {
    const alice = await open(cookie('alice'));
    broker.changePayment('alice');
    await alice.untilChanges(1);
    expect(alice.changes).toEqual(['plan']);
  });

  it('is a stream that no cache stores and no proxy buffers or compresses', async () => {
    const { headers, lines } = await open({ ...cookie('alice'), 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(headers['content-encoding']).toBeUndefined();
    const retry = Number(/^retry: (\d+)$/.exec(lines[0] ?? '')?.[1]);
    expect(retry).toBeGreaterThanOrEqual(1_000);
    expect(retry).toBeLessThanOrEqual(5_000);
  });

  it('responds to a HEAD request with the headers alone, and opens no stream', async () => {
    for (let n = 0; n < 4; n += 1) {
      const { status, headers, text } = await gateway.call('HEAD', '/api/changes', {
        headers: cookie('alice'),
      });
      expect([status, text]).toEqual([200, '']);
      expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    }
    expect((await open(cookie('alice'))).status).toBe(200);
  });

  it('sends many changes of an account as one message immediately and one after the interval', async () => {
    const stream = await open(cookie('alice'));
    for (let count = 0; count < 100; count += 1) broker.stopShare('alice');
    broker.storeEntry('alice');
    await stream.untilChanges(2);
    expect(stream.changes.toSorted()).toEqual(['audit', 'shares']);
    await stream.untilChanges(3);
    expect(stream.changes.filter((kind) => kind === 'shares')).toHaveLength(2);
  });

  it('names changed figures for admins only', async () => {
    const admin = await open(bearer('admin'));
    const alice = await open(cookie('alice'));
    broker.changePlan('bob');
    await admin.untilChanges(1);
    expect(admin.changes).toEqual(['admin']);
    // Published after the change of plan, so Alice's stream has passed that when this arrives.
    broker.storeEntry('alice');
    await alice.untilChanges(1);
    expect(alice.changes).toEqual(['audit']);
  });

  it('ends the streams of a session that has ended, and no other', async () => {
    const ending = await open(cookie('alice'));
    const staying = await open(cookie('bob'));
    gateway.fake({
      identity: {
        findEndedSessions: ({ ids }) =>
          Promise.resolve({ ids: ids.filter((id) => id === 'session-alice') }),
      },
    });
    await expect(ending.ended).resolves.toBeUndefined();
    broker.storeEntry('bob');
    await staying.untilChanges(1);
    expect(staying.changes).toEqual(['audit']);
  });

  it('keeps streams open while identity fails', async () => {
    const stream = await open(cookie('alice'));
    let calls = 0;
    await new Promise<void>((resolve) => {
      gateway.fake({
        identity: {
          findEndedSessions: () => {
            calls += 1;
            // The second call shows that the failure of the first was handled.
            if (calls === 2) resolve();
            return Promise.reject(new Error('down'));
          },
        },
      });
    });
    broker.storeEntry('alice');
    await stream.untilChanges(1);
    expect(stream.changes).toEqual(['audit']);
  });

  it('refuses a stream beyond the limit of the account until one has ended', async () => {
    const streams = [];
    for (let count = 0; count < 3; count += 1) streams.push(await open(cookie('alice')));
    const refused = await gateway.call('GET', '/api/changes', { headers: cookie('alice') });
    expect(refused.json).toMatchObject({ status: 429, reason: 'too-many-requests' });
    expect(refused.headers.get('retry-after')).toBe('30');
    streams[0]?.close();
    await streams[0]?.ended;
    for (;;) {
      const again = await open(cookie('alice'));
      if (again.status === 200) break;
    }
  });

  it('refuses a stream beyond the limit of the process', async () => {
    for (const headers of [cookie('alice'), cookie('bob')]) {
      for (let count = 0; count < 3; count += 1) await open(headers);
    }
    const refused = await gateway.call('GET', '/api/changes', { headers: cookie('admin') });
    expect(refused.json).toMatchObject({ status: 503, reason: 'service-unavailable' });
    expect(refused.headers.get('retry-after')).toBe('30');
  });

  it('counts open streams, messages, refusals and ends, and not as a request', async () => {
    await open(cookie('alice'));
    const text = await gateway.registry.metrics();
    expect(text).toMatch(/^change_streams_open\{.*\} 1$/m);
    expect(text).toMatch(/^change_events_sent_total\{(?=.*kind="shares").*\} [1-9]/m);
    expect(text).toMatch(/^change_streams_refused_total\{(?=.*reason="account").*\} [1-9]/m);
    expect(text).toMatch(/^change_streams_ended_total\{(?=.*reason="server").*\} [1-9]/m);
    expect(text).not.toMatch(/http_server_request_seconds_count.*api\/changes/);
  });

  it('is refused without the address of a broker', async () => {
    const alone = await startGateway();
    const refused = await alone.call('GET', '/api/changes', { headers: cookie('alice') });
    expect(refused.status).toBe(503);
    await alone.stop();
  });

  it('ends every stream when the process stops, and opens none after', async () => {
    const stopping = await startGateway({ NATS_URL: nats.url });
    const stream = await open(cookie('alice'), stopping);
    stopping.streams.close();
    await stream.ended;
    expect((await stopping.call('GET', '/api/changes', { headers: cookie('alice') })).status).toBe(
      503,
    );
    await stopping.stop();
  });
});

describe('when the broker is lost', () => {
  it('ends the streams, refuses new ones and follows the events again after its return', async () => {
    const storeDir = await mkdtemp(join(tmpdir(), 'tandem-changes-'));
    const port = await freePort();
    let own = await startNats({ port, storeDir });
    const cut = await startGateway({ NATS_URL: own.url });
    const before = await open(cookie('alice'), cut);
    await own.stop();
    await before.ended;
    const refused = await cut.call('GET', '/api/changes', { headers: cookie('alice') });
    expect(refused.json).toMatchObject({ status: 503, reason: 'service-unavailable' });

    own = await startNats({ port, storeDir });
    const after = await open(cookie('alice'), cut);
    const publisher = await connectBroker(own.url);
    publisher.storeEntry('alice');
    await after.untilChanges(1);
    await publisher.close();
    after.close();
    await cut.stop();
    await own.stop();
    await rm(storeDir, { recursive: true, force: true });
  });

  it('starts without the broker and opens streams once it is reachable', async () => {
    const port = await freePort();
    const early = await startGateway({ NATS_URL: `nats://127.0.0.1:${port}` });
    const headers = cookie('alice');
    expect((await early.call('GET', '/api/changes', { headers })).status).toBe(503);
    const late = await startNats({ port });
    const stream = await open(headers, early);
    stream.close();
    await early.stop();
    await late.stop();
  });
});
