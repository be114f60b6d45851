import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { randomId } from '../support/env.js';
import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import { asChannel, createChannelPair, type FakeChannel } from '../test/support/fake-channel.js';
import { settle } from '../test/support/session-support.js';
import { encodeControl, parseControl, type FileMetadata } from '../wire/control-messages.js';
import { signDescription } from './description.js';
import { importLinkKey, type LinkKey } from './link/link-key.js';
import type { Fingerprints, ProofRole } from './peer-proof.js';
import {
  helloTimeoutMs,
  ProofExchange,
  proofTimeoutMs,
  type ProofEvent,
} from './proof-exchange.js';

const shareId = 'share-1';
const linkText = 'AAECAwQFBgcICQoLDA0ODw';
const open = async (text = linkText, id = shareId): Promise<LinkKey> => {
  const key = await importLinkKey(text, id);
  if (key === null) throw new Error('damaged');
  return key;
};

const certificates = (sender: number, receiver: number): Fingerprints => ({
  sender: new Uint8Array(32).fill(sender),
  receiver: new Uint8Array(32).fill(receiver),
});

const metadata: FileMetadata = {
  type: 'file-metadata',
  filename: 'report.pdf',
  fileType: 'application/pdf',
  fileSize: 5,
  chunks: 1,
  v2: null,
};

const describeFile = async (key: LinkKey): Promise<string> => {
  const description = { filename: 'report.pdf', fileType: 'application/pdf', fileBytes: 5 };
  return encodeControl({
    ...metadata,
    tag: await signDescription(key, { ...description, fileId: '' }),
  });
};

interface Side {
  exchange: ProofExchange;
  channel: FakeChannel;
  events: ProofEvent[];
  types: () => string[];
  onReleased: () => void;
}

const createSide = (
  role: ProofRole,
  channel: FakeChannel,
  key: LinkKey,
  fingerprints: Fingerprints | null,
  clock = createFakeClock(),
): Side => {
  const events: ProofEvent[] = [];
  const side = {
    events,
    channel,
    types: () => events.map(({ type }) => type),
    onReleased: () => {},
  };
  const exchange = new ProofExchange({
    role,
    channel: asChannel(channel),
    key,
    clock,
    nonce: randomId(),
    fingerprints: () => Promise.resolve(fingerprints),
    onEvent: (event) => {
      events.push(event);
      if (event.type === 'released') side.onReleased();
    },
  });
  return Object.assign(side, { exchange });
};

/**
 * Message delivery takes several turns of the event loop. WebCrypto runs on other threads: on a busy machine thousands
 * of turns pass before it resolves, so the limit is a time.
 */
const until = async (isDone: () => boolean, limitMs = 60_000): Promise<void> => {
  const deadline = performance.now() + limitMs;
  while (!isDone() && performance.now() < deadline) await nextTurn();
};
const isOver = (side: Side): boolean =>
  side.events.some(({ type }) => type === 'released' || type === 'refused');
const refusalOf = ({ events }: Side): string | undefined =>
  events.map((event) => (event.type === 'refused' ? event.error.code : '')).find(Boolean);

/**
 * Counts the journeys over the path that each end has waited for: a message has made one more than its sender had
 * waited for when it was sent.
 */
const countJourneys = (
  near: FakeChannel,
  far: FakeChannel,
): { sender: number; receiver: number } => {
  const waited = { sender: 0, receiver: 0 };
  const track = (
    channel: FakeChannel,
    from: keyof typeof waited,
    to: keyof typeof waited,
  ): void => {
    const inTransit: number[] = [];
    const send = channel.send.bind(channel);
    channel.send = (data) => {
      inTransit.push(waited[from] + 1);
      send(data);
    };
    channel.intercept = (message) => {
      waited[to] = Math.max(waited[to], inTransit.shift() ?? 0);
      return message;
    };
  };
  track(near, 'sender', 'receiver');
  track(far, 'receiver', 'sender');
  return waited;
};

/** The sender announces its file when it is released, as `Upload` does. */
const announceWhenReleased = (side: Side, key: LinkKey): void => {
  const { onReleased } = side;
  side.onReleased = () => {
    onReleased();
    void describeFile(key).then((text) => side.channel.send(text));
  };
};

const pairUp = async (
  options: { receiverKey?: LinkKey; seen?: [Fingerprints, Fingerprints] } = {},
) => {
  const key = await open();
  const { near, far } = createChannelPair();
  const [atSender, atReceiver] = options.seen ?? [certificates(1, 2), certificates(1, 2)];
  const sender = createSide('sender', near, key, atSender);
  const receiver = createSide('receiver', far, options.receiverKey ?? key, atReceiver);
  const start = async (limitMs?: number): Promise<void> => {
    announceWhenReleased(sender, key);
    sender.exchange.start();
    receiver.exchange.start();
    await until(() => isOver(sender) && isOver(receiver), limitMs);
    // Enough turns for a late release.
    await settle();
  };
  return { sender, receiver, near, far, start };
};

/** What the console says about refusals: pages show one text for all of them. */
let logged: string[] = [];
beforeEach(() => {
  logged = [];
  jest.spyOn(console, 'warn').mockImplementation((text: string) => void logged.push(text));
});
afterEach(() => jest.restoreAllMocks());

describe('two peers with one link', () => {
  it('prove themselves, and the receiver gets the bound description', async () => {
    const { sender, receiver, start } = await pairUp();
    await start();
    expect(sender.types()).toEqual(['proven', 'released']);
    expect(receiver.types()).toEqual(['proven', 'released']);
    const released = receiver.events[1];
    const early = released?.type === 'released' ? released.early : [];
    expect(early.map((data) => parseControl(data as string))).toMatchObject([metadata]);
  });

  it('delay the description by one round trip, no more', async () => {
    const { sender, near, far, start } = await pairUp();
    const waited = countJourneys(near, far);
    let atRelease = 0;
    sender.onReleased = () => (atRelease = waited.sender);
    await start();
    expect(atRelease).toBe(2);
  });

  it.each([
    ['both certificates are those of a man in the middle', certificates(1, 9), certificates(9, 2)],
    ['the sender sees another certificate', certificates(1, 9), certificates(1, 2)],
    ['the sides are swapped', certificates(1, 2), certificates(2, 1)],
  ])('refuse each other when %s', async (_name, atSender, atReceiver) => {
    const { sender, receiver, start } = await pairUp({ seen: [atSender, atReceiver] });
    await start();
    expect(refusalOf(sender)).toBe('receiver-unproven');
    expect(refusalOf(receiver)).toBe('sender-unproven');
    expect([...sender.types(), ...receiver.types()]).not.toContain('released');
  });

  it.each([
    ['another link', () => open('AQECAwQFBgcICQoLDA0ODw')],
    ['the key of another share', () => open(linkText, 'share-2')],
  ])('refuse each other when the receiver has %s', async (_name, openOther) => {
    const { sender, receiver, start } = await pairUp({ receiverKey: await openOther() });
    await start();
    expect(refusalOf(sender)).toBe('receiver-unproven');
    expect(refusalOf(receiver)).toBe('sender-unproven');
  });

  it('refuse each other when a certificate cannot be determined', async () => {
    const key = await open();
    const { near, far } = createChannelPair();
    const sender = createSide('sender', near, key, null);
    const receiver = createSide('receiver', far, key, certificates(1, 2));
    sender.exchange.start();
    receiver.exchange.start();
    await until(() => isOver(sender) && isOver(receiver));
    expect(refusalOf(sender)).toBe('receiver-unproven');
    expect(refusalOf(receiver)).toBe('refused-by-sender');
    expect(logged).toEqual(['receiver refused: the certificates cannot be determined']);
  });

  it('do not call the other one unproven when a computation of their own fails', async () => {
    const { sender, receiver, start } = await pairUp({
      receiverKey: { ...(await open()), sign: () => Promise.reject(new Error('no memory')) },
    });
    await start();
    expect(refusalOf(receiver)).toBe('unexpected');
    expect(refusalOf(sender)).toBe('failed-at-peer');
  });

  it('report nothing when the certificates cannot be determined after the connection has closed', async () => {
    const { near } = createChannelPair();
    const sender = createSide('sender', near, await open(), null);
    sender.exchange.start();
    const data = encodeControl({ type: 'peer-hello', nonce: randomId() });
    near.dispatchEvent(new MessageEvent('message', { data }));
    sender.exchange.stop();
    // Node reports a rejection without a handler after the turn, and Jest fails the test with it.
    await settle();
    expect(sender.events).toEqual([]);
  });

  it('release nothing when any character of hello, proof or description changes in transit', async () => {
    const isChecked = (text: string): boolean => /"(peer-|file-metadata)/.test(text);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(2), fc.boolean(), async (seed, nth, isToSender) => {
        const { sender, receiver, near, far, start } = await pairUp();
        let seen = 0;
        let isChanged = false;
        const channel = isToSender ? far : near;
        channel.intercept = (message) => {
          if (typeof message !== 'string' || !isChecked(message)) return message;
          if (seen++ !== nth) return message;
          const at = seed % message.length;
          const letter = message[at] === 'A' ? 'B' : 'A';
          const altered = message.slice(0, at) + letter + message.slice(at + 1);
          isChanged =
            JSON.stringify(parseControl(altered)) !== JSON.stringify(parseControl(message));
          return altered;
        };
        // Where the type of a message changed, one side waits for it until its timeout, which this clock never reaches.
        await start(400);
        fc.pre(isChanged);
        expect(receiver.types()).not.toContain('released');
        // A sender that received only intact messages has at most announced its file to the proven receiver.
        if (isToSender) expect(sender.types()).not.toContain('released');
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('refuse a reflected hello and proof', async () => {
    const key = await open();
    const { near, far } = createChannelPair();
    const sender = createSide('sender', near, key, certificates(1, 1));
    far.addEventListener('message', (event) => far.send((event as MessageEvent<string>).data));
    sender.exchange.start();
    await until(() => isOver(sender));
    expect(refusalOf(sender)).toBe('receiver-unproven');
  });

  it('refuse a proof replayed from another connection', async () => {
    const recorded: string[] = [];
    const first = await pairUp();
    first.far.intercept = (message) => {
      recorded.push(message as string);
      return message;
    };
    await first.start();
    const key = await open();
    const { near, far } = createChannelPair();
    const sender = createSide('sender', near, key, certificates(1, 2));
    sender.exchange.start();
    for (const message of recorded) far.send(message);
    await until(() => isOver(sender));
    expect(refusalOf(sender)).toBe('receiver-unproven');
  });
});

describe('a sender and a peer without a key', () => {
  const setUp = async () => {
    const clock = createFakeClock();
    const { near, far } = createChannelPair();
    const sender = createSide('sender', near, await open(), certificates(1, 2), clock);
    const received: string[] = [];
    far.addEventListener('message', (event) => {
      received.push(parseControl((event as MessageEvent<string>).data).type);
    });
    sender.exchange.start();
    return { clock, sender, far, received };
  };

  it('sends nothing but its hello before the user decides', async () => {
    const { clock, sender, received } = await setUp();
    clock.advance(helloTimeoutMs);
    await until(() => received.length > 0);
    expect(sender.types()).toEqual(['unproven']);
    expect(received).toEqual(['peer-hello']);
  });

  it('does not wait for a peer that has no key', async () => {
    const { sender, far } = await setUp();
    far.send('{"type":"peer-hello"}');
    await until(() => sender.events.length > 0);
    expect(sender.types()).toEqual(['unproven']);
  });

  it('releases the channel when the user allows it', async () => {
    const { clock, sender } = await setUp();
    clock.advance(helloTimeoutMs);
    sender.exchange.allow();
    expect(sender.types()).toEqual(['unproven', 'released']);
  });

  it('refuses the peer when the user does, and notifies it', async () => {
    const { clock, sender, received } = await setUp();
    clock.advance(helloTimeoutMs);
    sender.exchange.refuse();
    await until(() => received.length > 1);
    expect(refusalOf(sender)).toBe('receiver-unproven');
    expect(received).toEqual(['peer-hello', 'transfer-error']);
  });

  it('cannot be allowed after a wrong proof', async () => {
    const { sender, far } = await setUp();
    far.send(encodeControl({ type: 'peer-hello', nonce: randomId() }));
    far.send(encodeControl({ type: 'peer-proof', tag: 'A'.repeat(43) }));
    await until(() => isOver(sender));
    sender.exchange.allow();
    expect(sender.types()).toEqual(['refused']);
  });
});

describe('a receiver', () => {
  const setUp = async () => {
    const clock = createFakeClock();
    const { near, far } = createChannelPair();
    const receiver = createSide('receiver', far, await open(), certificates(1, 2), clock);
    receiver.exchange.start();
    return { clock, receiver, near };
  };

  it.each<[string, (channel: FakeChannel) => void]>([
    ['announces a file', (channel) => channel.send(encodeControl(metadata))],
    ['sends bytes', (channel) => channel.send(new Uint8Array([1, 2, 3]))],
    [
      'negotiates another connection',
      (channel) => channel.send(encodeControl({ type: 'path-signal', kind: 'offer', payload: {} })),
    ],
    [
      'a lane',
      (channel) =>
        channel.send(encodeControl({ type: 'lane-signal', lane: 1, kind: 'offer', payload: {} })),
    ],
    ['has no key', (channel) => channel.send('{"type":"peer-hello"}')],
  ])('refuses a sender that %s', async (_name, act) => {
    const { receiver, near } = await setUp();
    act(near);
    await until(() => isOver(receiver));
    expect(refusalOf(receiver)).toBe('sender-unproven');
  });

  it('refuses a silent sender', async () => {
    const { clock, receiver } = await setUp();
    clock.advance(proofTimeoutMs);
    expect(refusalOf(receiver)).toBe('sender-unproven');
  });

  it('ignores messages of a type it does not know', async () => {
    const { receiver, near } = await setUp();
    near.send('{"type":"later-version"}');
    near.send(encodeControl({ type: 'transfer-cancel', reason: 'closed' }));
    await until(() => isOver(receiver));
    expect(refusalOf(receiver)).toBe('cancelled-by-peer');
  });

  it('refuses a proven sender that announces a file without binding it', async () => {
    const { sender, receiver, near, start } = await pairUp();
    near.intercept = (message) =>
      typeof message === 'string' && message.includes('file-metadata')
        ? encodeControl(metadata)
        : message;
    await start();
    expect(sender.types()).toContain('released');
    expect(receiver.types()).toEqual(['proven', 'refused']);
    expect(refusalOf(receiver)).toBe('protocol-violation');
  });

  it.each([undefined, null, 'much', -1])(
    'refuses a proven sender that announces the size %j, although it binds it',
    async (fileSize) => {
      const { receiver, near, start } = await pairUp();
      const { filename, fileType } = metadata;
      const tag = await signDescription(await open(), {
        ...{ filename, fileType, fileId: '' },
        fileBytes: null as unknown as number,
      });
      near.intercept = (message) =>
        typeof message === 'string' && message.includes('file-metadata')
          ? JSON.stringify({ ...(JSON.parse(encodeControl(metadata)) as object), fileSize, tag })
          : message;
      await start();
      expect(receiver.types()).toEqual(['proven', 'refused']);
      expect(refusalOf(receiver)).toBe('protocol-violation');
    },
  );
});
