/** What report and receipt state about a transfer whose recipient has returned under another peer id. */

import { jest } from '@jest/globals';
import type { Sink, TransferReport } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { createLatch } from '../../support/latch.js';
import { importLinkKey } from '../../trust/link/link-key.js';
import type { Person } from '../../trust/receipt/receipt-statement.js';
import { createDisk, createDurableSink } from '../support/durable-sink.js';
import {
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  until,
} from '../support/session-support.js';
import { createSignallingHub } from '../support/signalling-hub.js';
import { chromiumRelayed, firefoxDirect } from '../support/stats-reports.js';
import { testBlockBytes, weriftEnv } from '../support/werift-env.js';

// Many tests share two cores in the full suite.
jest.setTimeout(20_000);

const blocks = 6;
const began = new Date('2026-01-01T14:00:00.000Z');
const returned = new Date('2026-01-01T23:00:00.000Z');
const ada: Person = { name: 'Ada', email: 'ada@example.test', basis: 'signed-in' };
const rita: Person = { name: 'Rita', email: 'rita@example.test', basis: 'self-declared' };

const routes = { relay: chromiumRelayed, direct: firefoxDirect };
type Route = keyof typeof routes;

/** The storage fails once, after this many blocks; nine hours later the recipient tries again, on another route. */
const deliver = async (blocksBefore: number, before: Route, after: Route) => {
  const hub = createSignallingHub();
  let now = began;
  let route = before;
  const wallClock = (): Date => now;
  const own = weriftEnv(hub, { wallClock });
  const senderEnv = {
    ...own,
    createPeerConnection(configuration: RTCConfiguration) {
      const stats = new Map(routes[route]) as unknown as RTCStatsReport;
      const connection = own.createPeerConnection(configuration);
      return Object.assign(connection, { getStats: () => Promise.resolve(stats) });
    },
  };
  const memory = { blockBytes: testBlockBytes, windowBytes: testBlockBytes };
  const receiverEnv = weriftEnv(hub, { wallClock, memory });
  const session = sessionOptions();
  const linkKey = await importLinkKey('AAECAwQFBgcICQoLDA0ODw', session.shareId);
  const reports: TransferReport[] = [];
  const reported = createLatch();
  const onReport = (report: TransferReport): void => {
    reports.push(report);
    reported.notify();
  };
  const { file } = randomFile(blocks * testBlockBytes);
  const sender = createSender(
    { ...session, credentials: ownerCredentials, file, linkKey, person: ada, onReport },
    senderEnv,
  );
  const durable = createDurableSink(createDisk());
  let writes = 0;
  const write: Sink['write'] = (bytes) => {
    writes += 1;
    return writes === blocksBefore + 1 ? Promise.reject(new Error('disk')) : durable.write(bytes);
  };
  const receiver = createReceiver(
    {
      ...session,
      credentials: guestCredentials,
      sink: { ...durable, write },
      linkKey,
      person: rita,
    },
    receiverEnv,
  );
  const failed = await until(receiver, ({ state }) => state === 'error');
  now = returned;
  route = after;
  receiver.retry();
  const received = await until(receiver, ({ receipt }) => receipt !== null);
  const sent = await until(sender, ({ recipients }) =>
    recipients.some(({ receipt }) => receipt !== null),
  );
  while (reports.length === 0) await reported.next();
  sender.close();
  receiver.close();
  await Promise.all([own.dispose(), receiverEnv.dispose()]);
  expect(received.deliveryId).toBe(failed.deliveryId);
  return { received, sent, reports };
};

describe('a transfer that goes on under another peer id', () => {
  it('began when its first bytes did, for the report and on the receipt of both sides', async () => {
    const { received, sent, reports } = await deliver(3, 'direct', 'direct');
    expect(reports).toMatchObject([
      {
        transferStartedAt: began.toISOString(),
        transferCompletedAt: returned.toISOString(),
        transferDuration: 9 * 3_600_000,
        averageSpeed: String(Math.round((blocks * testBlockBytes) / (9 * 3_600))),
      },
    ]);
    expect(JSON.parse(received.receipt?.statement ?? '')).toMatchObject({
      startedAt: began.toISOString(),
      completedAt: returned.toISOString(),
    });
    expect(sent.recipients.at(-1)?.receipt).toEqual(received.receipt);
  });

  it.each([
    [5, 'relay', 'direct', 'turn', 'relayed'],
    [5, 'direct', 'relay', 'direct', 'direct'],
    [1, 'relay', 'direct', 'direct', 'direct'],
    [1, 'direct', 'relay', 'turn', 'relayed'],
  ] as const)(
    'has the route that carried most of it: %i of 6 blocks %s, the rest %s',
    async (blocksBefore, before, after, connectionType, path) => {
      const { received, reports } = await deliver(blocksBefore, before, after);
      const isRelayed = connectionType === 'turn';
      expect(reports).toMatchObject([
        { connectionType, localCandidateType: isRelayed ? 'relay' : 'host' },
      ]);
      expect(JSON.parse(received.receipt?.statement ?? '')).toMatchObject({ path });
    },
  );
});
