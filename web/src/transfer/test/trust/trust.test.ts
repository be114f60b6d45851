/** Sessions of protected links over a real WebRTC stack (werift): docs/protocol.md, part 3. */

import { jest } from '@jest/globals';
import type { DeliveryReport } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import type { SenderSnapshot } from '../../send/snapshot.js';
import { importLinkKey, type LinkKey } from '../../trust/link/link-key.js';
import { helloTimeoutMs } from '../../trust/proof-exchange.js';
import { plainReceive, plainSend } from '../support/plain-peer.js';
import {
  createTestSink,
  digestOf,
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  until,
} from '../support/session-support.js';
import { createSignallingHub, receiverPassword } from '../support/signalling-hub.js';
import { weriftEnv } from '../support/werift-env.js';

// Many tests share two cores in the full suite.
jest.setTimeout(60_000);

const isOver = ({ state }: { state: string }): boolean =>
  state === 'completed' || state === 'error';
/** For the only recipient; the session itself may wait for the next one. */
const hasEnded = ({ recipients: [recipient] }: SenderSnapshot): boolean =>
  recipient !== undefined && isOver(recipient);
const sizeBytes = 3 * 256 * 1024 + 17;

const keyOf = (shareId: string, text = 'AAECAwQFBgcICQoLDA0ODw'): Promise<LinkKey | null> =>
  importLinkKey(text, shareId);

const setUp = () => {
  const hub = createSignallingHub();
  const env = weriftEnv(hub);
  const options = sessionOptions();
  const sink = createTestSink();
  const { file, digest } = randomFile(sizeBytes);
  const plain = {
    connect: (url: string) => hub.connect(url),
    shareId: options.shareId,
    password: receiverPassword,
  };
  return { hub, env, options, sink, file, digest, plain };
};

describe('a protected link', () => {
  it.each([
    ['on one connection', false],
    ['with a second connection that measures the path', true],
  ])('delivers the file between two peers with its key, %s', async (_name, isPaced) => {
    const { hub, options, sink, file, digest } = setUp();
    const env = weriftEnv(hub, { isPaced });
    const linkKey = await keyOf(options.shareId);
    const sender = createSender({ ...options, credentials: ownerCredentials, file, linkKey }, env);
    const receiver = createReceiver(
      { ...options, credentials: guestCredentials, sink, linkKey },
      env,
    );
    try {
      const received = await until(receiver, isOver);
      const sent = await until(sender, isOver);
      expect(received).toMatchObject({ state: 'completed', isVerified: true, isProven: true });
      expect(sent.recipients).toMatchObject([
        { state: 'completed', isVerified: true, proof: 'proven' },
      ]);
      expect(digestOf(sink.bytes())).toBe(digest);
    } finally {
      sender.close();
      receiver.close();
      await env.dispose();
    }
  });

  it('lets nothing in from a sender without the key, and notifies it', async () => {
    const { env, options, sink, file } = setUp();
    const linkKey = await keyOf(options.shareId);
    const sender = createSender({ ...options, credentials: ownerCredentials, file }, env);
    const receiver = createReceiver(
      { ...options, credentials: guestCredentials, sink, linkKey },
      env,
    );
    try {
      const received = await until(receiver, isOver);
      const sent = await until(sender, isOver);
      expect(received).toMatchObject({ file: null, isProven: false });
      expect(received.error?.code).toBe('sender-unproven');
      expect(sent.recipients).toMatchObject([{ error: { code: 'refused-by-recipient' } }]);
      expect(sink.opened).toEqual([]);
    } finally {
      sender.close();
      receiver.close();
      await env.dispose();
    }
  });

  it('lets nothing in from a peer that implements the plain protocol', async () => {
    const { hub, env, options, sink } = setUp();
    const { shareId } = options;
    const linkKey = await keyOf(shareId);
    const connect = (url: string) => hub.connect(url);
    const bytes = Buffer.from('plain');
    const other = plainSend({ connect, shareId, version: 2, bytes, filename: 'a.txt' });
    const receiver = createReceiver(
      { ...options, credentials: guestCredentials, sink, linkKey },
      env,
    );
    try {
      const received = await until(receiver, isOver);
      expect(received.error?.code).toBe('sender-unproven');
      expect(received.file).toBeNull();
      expect(sink.opened).toEqual([]);
    } finally {
      receiver.close();
      await other.close();
      await env.dispose();
    }
  });

  it('is refused on both sides when the keys differ', async () => {
    const { env, options, sink, file } = setUp();
    const { shareId } = options;
    const own = await keyOf(shareId);
    const another = await keyOf(shareId, 'AQECAwQFBgcICQoLDA0ODw');
    const deliveries: DeliveryReport[] = [];
    const onDelivery = (report: DeliveryReport) => void deliveries.push(report);
    const sender = createSender(
      { ...options, credentials: ownerCredentials, file, linkKey: own, onDelivery },
      env,
    );
    const receiver = createReceiver(
      { ...options, credentials: guestCredentials, sink, linkKey: another },
      env,
    );
    try {
      expect((await until(receiver, isOver)).error?.code).toBe('sender-unproven');
      const [refused] = (await until(sender, hasEnded)).recipients;
      expect(refused?.error?.code).toBe('receiver-unproven');
      expect(sender.getSnapshot().state).toBe('waiting');
      expect(sink.opened).toEqual([]);
      // So that the log joins what both sides report.
      const { deliveryId } = receiver.getSnapshot();
      expect(deliveries).toMatchObject([{ deliveryId, outcome: 'failed' }]);
    } finally {
      sender.close();
      receiver.close();
      await env.dispose();
    }
  });

  it('refuses a file other than the one the page shows, and reports its name', async () => {
    const { env, options, sink, file } = setUp();
    const linkKey = await keyOf(options.shareId);
    const sender = createSender({ ...options, credentials: ownerCredentials, file, linkKey }, env);
    const receiver = createReceiver(
      {
        ...options,
        credentials: guestCredentials,
        sink,
        linkKey,
        isExpected: ({ filename }) => filename === 'quarterly report.pdf',
      },
      env,
    );
    try {
      expect((await until(receiver, isOver)).error).toEqual({
        code: 'file-differs',
        offeredName: 'film.bin',
        offeredBytes: sizeBytes,
      });
      expect(sink.opened).toEqual([]);
    } finally {
      sender.close();
      receiver.close();
      await env.dispose();
    }
  });
});

describe('a sender with the key and a receiver without it', () => {
  const askAbout = async (answer: boolean, isPlain: boolean) => {
    const { env, options, sink, file, plain } = setUp();
    const linkKey = await keyOf(options.shareId);
    const deliveries: DeliveryReport[] = [];
    const onDelivery = (report: DeliveryReport) => void deliveries.push(report);
    const sender = createSender(
      { ...options, credentials: ownerCredentials, file, linkKey, onDelivery },
      env,
    );
    const other = isPlain ? plainReceive({ ...plain, version: 2 }) : null;
    const receiver = isPlain
      ? null
      : createReceiver({ ...options, credentials: guestCredentials, sink }, env);
    try {
      const asking = await until(sender, ({ recipients }) => recipients[0]?.proof === 'asking');
      sender.answerUnproven(asking.recipients[0]?.peerId ?? '', answer);
      const sent = await until(sender, hasEnded);
      const received = receiver && (await until(receiver, isOver));
      return { sent, received, bytes: sink.bytes(), file, deliveries };
    } finally {
      sender.close();
      receiver?.close();
      await other?.close();
      await env.dispose();
    }
  };

  it('sends when the user allows it', async () => {
    const { sent, received, bytes, file } = await askAbout(true, false);
    expect(sent.recipients).toMatchObject([{ state: 'completed', proof: 'waived' }]);
    expect(received).toMatchObject({ state: 'completed', isProven: false });
    expect(bytes.length).toBe(file.size);
  });

  it('sends nothing when the user refuses, and reports the reason to the receiver', async () => {
    const { sent, received, bytes, deliveries } = await askAbout(false, false);
    expect(sent.recipients).toMatchObject([{ error: { code: 'declined-here' } }]);
    expect(received?.error?.code).toBe('refused-by-sender');
    expect(bytes.length).toBe(0);
    expect(deliveries).toMatchObject([
      { deliveryId: received?.deliveryId, outcome: 'failed', reason: 'receiver-unproven' },
    ]);
  });

  it(`asks about a plain peer after ${helloTimeoutMs} ms and sends when allowed`, async () => {
    const { sent } = await askAbout(true, true);
    expect(sent.recipients).toMatchObject([{ state: 'completed', proof: 'waived' }]);
  });
});
