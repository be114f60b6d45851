/** Receivers that claim more than they have: docs/protocol.md, 2.4–2.6. */

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { createRateLimit } from '../../pacing/rate-limit.js';
import { createAcknowledged } from '../../send/acknowledged.js';
import type { UploadEvent } from '../../send/upload/upload-options.js';
import { Upload } from '../../send/upload/upload.js';
import { createLatch } from '../../support/latch.js';
import { createPause } from '../../support/pause.js';
import { createDisk, createDurableSink } from '../support/durable-sink.js';
import { asChannel, createChannelPair } from '../support/fake-channel.js';
import { createHarness } from '../support/session-harness.js';
import { digestOf, randomFile, settle, until } from '../support/session-support.js';
import { makeSource, plainEnv } from '../support/transfer-over-channel.js';

// Many tests share two cores in the full suite.
jest.setTimeout(60_000);

const blockBytes = 16_384;
const sizeBytes = 3 * blockBytes + 5;
const blocks = 4;
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

interface Message {
  type: string;
  block: number;
  commitment?: string;
  sha256?: string;
  nonce: string;
  blocks: number[];
}

/** What a script of the receiver works with; it knows the file, whether or not it received it. */
interface Receiver {
  say: (message: object) => void;
  file: { block: (index: number) => Buffer; digest: string };
}

/** One session of the sender, whose connections share file and memory. */
const createSession = () => ({
  file: randomFile(sizeBytes).file,
  acknowledged: createAcknowledged(),
});

/** Runs an upload against a scripted receiver. Resolves with the last event and the payload bytes sent. */
const sendTo = async (
  ready: object,
  answer: (message: Message, receiver: Receiver) => void,
  { file, acknowledged } = createSession(),
): Promise<{ event: UploadEvent | undefined; payloadBytes: number }> => {
  const { near, far } = createChannelPair();
  const content = Buffer.from(await file.arrayBuffer());
  const block = (index: number): Buffer =>
    content.subarray(index * blockBytes, (index + 1) * blockBytes);
  const digests = Array.from({ length: blocks }, (_, index) => sha256(block(index)));
  const digest = sha256(Buffer.concat(digests)).toString('hex');
  const say = (message: object): void => far.send(JSON.stringify(message));
  let payloadBytes = 0;
  far.addEventListener('message', (received) => {
    const { data } = received as MessageEvent<string | ArrayBuffer>;
    if (typeof data !== 'string') {
      payloadBytes += data.byteLength;
      return;
    }
    const message = JSON.parse(data) as Message & { fileId: string };
    if (message.type === 'file-metadata')
      say({
        ...{ type: 'receiver-ready', protocol: 2, fileId: message.fileId, nextBlock: 0 },
        ...{ windowBlocks: 16, maxMessageBytes: 65_536 },
        ...{ committed: true, deliveryId: 'A'.repeat(22), ...ready },
      });
    else answer(message, { say, file: { block, digest } });
  });
  const events: UploadEvent[] = [];
  const changed = createLatch();
  const env = plainEnv();
  const upload = new Upload({
    channel: asChannel(near),
    source: makeSource(file, blockBytes),
    acknowledged,
    limit: createRateLimit(env.clock),
    env,
    maxMessageBytes: 262_144,
    pause: createPause(),
    onEvent: (event) => {
      events.push(event);
      changed.notify();
    },
  });
  upload.start();
  const isOver = (): boolean =>
    events.some(({ type }) => type === 'completed' || type === 'failed');
  while (!isOver()) await changed.next();
  upload.stop();
  return { event: events.at(-1), payloadBytes };
};

const everything = { nextBlock: blocks };

const tagOf = (nonce: string, block: number, bytes: Buffer): string => {
  const fields = ['tandem/block-challenge/1', Buffer.from(nonce, 'base64url'), String(block)];
  const key = fields.flatMap((field) => {
    const part = Buffer.from(field as string);
    return [Buffer.from([0, 0, 0, part.length]), part];
  });
  return createHmac('sha256', Buffer.concat(key)).update(bytes).digest('base64url');
};

describe('a receiver that claims every block and received none', () => {
  it('fails when it repeats the announced value as its digest', async () => {
    const { event, payloadBytes } = await sendTo(everything, ({ type, commitment }, { say }) => {
      if (type === 'block-challenge') say({ type: 'block-response' });
      if (type === 'file-digest') say({ type: 'transfer-complete', sha256: commitment });
    });
    expect(event).toMatchObject({ type: 'failed', error: { code: 'digest-mismatch' } });
    expect(payloadBytes).toBe(0);
  });

  it('fails when its answer to the challenge is wrong, although it knows the digest', async () => {
    const { event } = await sendTo(everything, ({ type, nonce, blocks: picked }, { say, file }) => {
      if (type !== 'block-challenge') return;
      const tags = picked.map((block) => tagOf(nonce, block, randomBytes(blockBytes)));
      say({ type: 'block-response', tags });
      say({ type: 'transfer-complete', sha256: file.digest });
    });
    expect(event).toMatchObject({ type: 'failed', error: { code: 'claim-refuted' } });
  });

  it.each([
    ['answers that it cannot read them', [{ type: 'block-response' }]],
    ['does not answer the challenge', []],
  ])('is not verified when it %s', async (_name, answers) => {
    const { event } = await sendTo(everything, ({ type }, { say, file }) => {
      if (type !== 'block-challenge') return;
      for (const message of answers) say(message);
      say({ type: 'transfer-complete', sha256: file.digest });
    });
    expect(event).toEqual({ type: 'completed', isVerified: false });
  });

  it('gets no digest of the file before its answer was checked', async () => {
    const order: string[] = [];
    await sendTo(everything, ({ type }, { say, file }) => {
      if (type !== 'rate-limit') order.push(type);
      if (type === 'block-challenge')
        void settle().then(() => {
          order.push('answer');
          say({ type: 'block-response' });
        });
      if (type === 'file-digest') say({ type: 'transfer-complete', sha256: file.digest });
    });
    expect(order).toEqual(['transfer-start', 'block-challenge', 'answer', 'file-digest']);
  });

  it('is not verified when it presents itself as a peer of an earlier version', async () => {
    const earlier = { ...everything, committed: undefined, deliveryId: undefined };
    const { event, payloadBytes } = await sendTo(earlier, ({ type, sha256: heard }, { say }) => {
      if (type === 'file-digest') say({ type: 'transfer-complete', sha256: heard });
    });
    expect(event).toEqual({ type: 'completed', isVerified: false });
    expect(payloadBytes).toBe(0);
  });

  it('fails for an answer to no challenge', async () => {
    const { event } = await sendTo({}, ({ type }, { say }) => {
      if (type === 'transfer-start') say({ type: 'block-response', tags: [] });
    });
    expect(event).toMatchObject({ type: 'failed', error: { code: 'protocol-violation' } });
  });
});

describe('a receiver that claims blocks on a later connection', () => {
  const last = { nextBlock: blocks - 1 };

  /** Breaks the connection off after the last block. */
  const acknowledgeAndLeave =
    (statesDigests: boolean) =>
    ({ type, block }: Message, { say, file }: Receiver): void => {
      if (type === 'block-challenge') say({ type: 'block-response' });
      if (type !== 'block-digest') return;
      const digest = sha256(file.block(block)).toString('hex');
      say({ type: 'block-ack', block, ...(statesDigests && { sha256: digest }) });
      if (block === blocks - 1) say({ type: 'transfer-cancel', reason: 'left' });
    };

  const claimEverything = async (session: ReturnType<typeof createSession>) => {
    const types: string[] = [];
    const { event } = await sendTo(
      everything,
      ({ type }, { say, file }) => {
        types.push(type);
        if (type === 'block-challenge') say({ type: 'block-response' });
        if (type === 'file-digest') say({ type: 'transfer-complete', sha256: file.digest });
      },
      session,
    );
    return { event, isChallenged: types.includes('block-challenge') };
  };

  it('is not challenged about blocks whose digests it has stated', async () => {
    const session = createSession();
    await sendTo({}, acknowledgeAndLeave(true), session);
    expect(await claimEverything(session)).toEqual({
      event: { type: 'completed', isVerified: true },
      isChallenged: false,
    });
  });

  it('is not verified when it could not prove an earlier claim', async () => {
    const session = createSession();
    await sendTo(last, acknowledgeAndLeave(true), session);
    expect(await claimEverything(session)).toEqual({
      event: { type: 'completed', isVerified: false },
      isChallenged: true,
    });
  });

  it('is not verified when it acknowledged the blocks without digests', async () => {
    const session = createSession();
    await sendTo({ committed: undefined }, acknowledgeAndLeave(false), session);
    expect(await claimEverything(session)).toEqual({
      event: { type: 'completed', isVerified: false },
      isChallenged: true,
    });
  });
});

describe('a receiver that was sent the blocks', () => {
  it('fails when it acknowledges a block with the announced value', async () => {
    const { event } = await sendTo({}, ({ type, block, commitment }, { say }) => {
      if (type === 'block-digest') say({ type: 'block-ack', block, sha256: commitment });
    });
    expect(event).toMatchObject({ type: 'failed', error: { code: 'digest-mismatch' } });
  });

  it('fails when it acknowledges a block without stating its digest', async () => {
    const { event } = await sendTo({}, ({ type, block }, { say }) => {
      if (type === 'block-digest') say({ type: 'block-ack', block });
    });
    expect(event).toMatchObject({ type: 'failed', error: { code: 'protocol-violation' } });
  });

  it('fails when it completes a truncated download', async () => {
    const { event } = await sendTo({}, ({ type, block }, { say, file }) => {
      if (type === 'block-digest' && block < blocks - 1)
        say({ type: 'block-ack', block, sha256: sha256(file.block(block)).toString('hex') });
      if (type === 'file-digest') say({ type: 'transfer-complete', sha256: file.digest });
    });
    expect(event).toMatchObject({ type: 'failed', error: { code: 'protocol-violation' } });
  });

  it('is verified when it states every digest', async () => {
    const { event } = await sendTo({}, ({ type, block }, { say, file }) => {
      if (type === 'block-digest')
        say({ type: 'block-ack', block, sha256: sha256(file.block(block)).toString('hex') });
      if (type === 'file-digest') say({ type: 'transfer-complete', sha256: file.digest });
    });
    expect(event).toEqual({ type: 'completed', isVerified: true });
  });

  it('is verified when it holds the claimed blocks and answers the challenge', async () => {
    const { event } = await sendTo(everything, (message, { say, file }) => {
      const { type, nonce, blocks: picked } = message;
      if (type === 'block-challenge') {
        const tags = picked.map((block) => tagOf(nonce, block, file.block(block)));
        say({ type: 'block-response', tags });
      }
      if (type === 'file-digest') say({ type: 'transfer-complete', sha256: file.digest });
    });
    expect(event).toEqual({ type: 'completed', isVerified: true });
  });
});

describe('two engines', () => {
  const harness = createHarness();
  afterEach(() => harness.close());
  const isOver = ({ state }: { state: string }): boolean =>
    state === 'completed' || state === 'error';

  it('refute a damaged disk, discard it, and deliver the whole file on retry', async () => {
    const { file, digest } = randomFile(sizeBytes);
    const disk = createDisk();
    const first = harness.receive(createDurableSink(disk));
    const firstSender = harness.send(file);
    await until(first, isOver);
    await until(firstSender, isOver);
    first.close();
    firstSender.close();
    const [stored] = [...disk.files.values()];
    for (const block of stored?.blocks ?? []) block.fill(0);
    const sender = harness.send(file);
    const receiver = harness.receive(createDurableSink(disk));
    expect((await until(receiver, isOver)).error?.code).toBe('stored-part-invalid');
    expect((await until(sender, isOver)).recipients).toMatchObject([
      { state: 'error', isVerified: false, error: { code: 'claim-refuted' } },
    ]);
    receiver.retry();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    // The damaged blocks were never saved.
    expect(disk.delivered).toHaveLength(2);
    expect(digestOf(disk.delivered.at(-1) ?? new Uint8Array())).toBe(digest);
  });
});
