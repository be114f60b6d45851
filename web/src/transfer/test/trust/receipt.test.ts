/** Receipts of two sessions, verified by the tool: docs/receipts.md. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import * as constants from '../../support/constants.js';
import { importLinkKey } from '../../trust/link/link-key.js';
import type { Person } from '../../trust/receipt/receipt-statement.js';
import {
  createTestSink,
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  settle,
  until,
} from '../support/session-support.js';
import { createSignallingHub } from '../support/signalling-hub.js';
import { weriftEnv } from '../support/werift-env.js';

// Many tests share two cores in the full suite.
jest.setTimeout(60_000);

const ada: Person = { name: 'Ada Sender', email: 'ada@example.test', basis: 'signed-in' };
const rita: Person = { name: 'Rita “R” Zoë', email: 'rita@example.test', basis: 'self-declared' };
const sizeBytes = 3 * 256 * 1024 + 17;
const linkText = 'AAECAwQFBgcICQoLDA0ODw';

/** @param lingerMs of the recipient. @param aheadMs how far the clock of the sender is ahead */
const deliver = async (
  options: { isProtected: boolean; recipient: Person | null; aheadMs?: number },
  lingerMs = constants.lingerMs,
) => {
  const hub = createSignallingHub();
  const real = weriftEnv(hub);
  const setTimer: typeof real.clock.setTimeout = (run, ms) =>
    real.clock.setTimeout(run, ms === constants.lingerMs ? lingerMs : ms);
  const env = { ...real, clock: { ...real.clock, setTimeout: setTimer } };
  const { aheadMs = 0 } = options;
  const senderEnv = weriftEnv(hub, { wallClock: () => new Date(Date.now() + aheadMs) });
  const session = sessionOptions();
  const { file } = randomFile(sizeBytes, 'scan – März.dcm');
  const linkKey = options.isProtected ? await importLinkKey(linkText, session.shareId) : null;
  const sender = createSender(
    { ...session, credentials: ownerCredentials, file, linkKey, person: ada },
    senderEnv,
  );
  const person = options.recipient;
  const receiver = createReceiver(
    {
      ...session,
      credentials: guestCredentials,
      sink: createTestSink(),
      linkKey,
      ...(person && { person }),
    },
    env,
  );
  const close = async (): Promise<void> => {
    sender.close();
    receiver.close();
    await senderEnv.dispose();
    await env.dispose();
  };
  return { hub, sender, receiver, file, shareId: session.shareId, close };
};

const runTool = async (args: string[]): Promise<{ code: number; output: string }> => {
  const program = [
    '--import',
    './tools/bootstrap/typescript.mjs',
    'tools/receipts/verify-receipt.ts',
  ];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...program, ...args]);
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, output: stdout };
  }
};

describe('a receipt', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'receipt-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is the same on both sides, and the tool accepts it with the file', async () => {
    const { sender, receiver, file, shareId, close } = await deliver({
      isProtected: true,
      recipient: rita,
    });
    try {
      const received = await until(receiver, ({ receipt }) => receipt !== null);
      const sent = await until(sender, ({ recipients }) => recipients[0]?.receipt != null);
      const { receipt } = received;
      if (receipt === null) throw new Error('no receipt');
      expect(sent.recipients[0]?.receipt).toEqual(receipt);
      expect(JSON.parse(receipt.statement)).toMatchObject({
        shareId,
        deliveryId: received.deliveryId,
        file: { name: 'scan – März.dcm', bytes: sizeBytes },
        sender: ada,
        recipient: rita,
      });
      const paths = { receipt: join(folder, 'receipt.json'), file: join(folder, 'file') };
      await writeFile(paths.receipt, JSON.stringify(receipt));
      await writeFile(paths.file, new Uint8Array(await file.arrayBuffer()));
      const accepted = await runTool([paths.receipt, paths.file]);
      expect(accepted).toMatchObject({ code: 0 });
      expect(accepted.output).toContain('is the file of the receipt');
      const altered = receipt.statement.replace('scan', 'plan');
      await writeFile(paths.receipt, JSON.stringify({ ...receipt, statement: altered }));
      expect(await runTool([paths.receipt])).toMatchObject({ code: 1 });
    } finally {
      await close();
    }
  });

  it('is made although the recipient loses its web socket as soon as the delivery is complete', async () => {
    const { hub, sender, receiver, close } = await deliver({
      isProtected: true,
      recipient: rita,
    });
    try {
      await until(sender, ({ state }) => state === 'completed');
      hub.leave('receiver');
      const sent = await until(sender, ({ recipients }) => recipients[0]?.receipt != null);
      const received = await until(receiver, ({ receipt }) => receipt !== null);
      expect(received.receipt).toEqual(sent.recipients[0]?.receipt);
    } finally {
      await close();
    }
  });

  it('frees the place of the recipient in the room', async () => {
    const { hub, sender, receiver, close } = await deliver(
      { isProtected: true, recipient: rita },
      100,
    );
    try {
      await until(sender, ({ recipients }) => recipients[0]?.receipt != null);
      await until(receiver, ({ receipt }) => receipt !== null);
      while (hub.members('receiver') > 0) await settle();
      expect(hub.members('sender')).toBe(1);
      expect(sender.getSnapshot()).toMatchObject({ state: 'completed', error: null });
    } finally {
      await close();
    }
  });

  it.each([-11, 11])(
    'is not made with clocks that differ by %i minutes, and the recipient is told so',
    async (minutes) => {
      const aheadMs = minutes * 60_000;
      const { sender, receiver, close } = await deliver({
        isProtected: true,
        recipient: rita,
        aheadMs,
      });
      try {
        const told = await until(receiver, ({ receiptFault }) => receiptFault !== null);
        expect(told).toMatchObject({
          state: 'completed',
          isVerified: true,
          receipt: null,
          receiptFault: 'clocks',
        });
        expect(sender.getSnapshot().recipients).toMatchObject([{ receipt: null }]);
      } finally {
        await close();
      }
    },
  );

  it.each([
    ['over a plain link', { isProtected: false, recipient: rita }],
    ['for a recipient without a name', { isProtected: true, recipient: null }],
  ])('is not made %s; the transfer completes', async (_name, options) => {
    const without = await deliver(options);
    try {
      const isComplete = ({ state }: { state: string }) => state === 'completed';
      await until(without.receiver, isComplete);
      await until(without.sender, isComplete);
      // By the time a later delivery has its receipt, the exchange would have been over.
      const later = await deliver({ isProtected: true, recipient: rita });
      await until(later.receiver, ({ receipt }) => receipt !== null);
      await later.close();
      expect(without.receiver.getSnapshot()).toMatchObject({ isVerified: true, receipt: null });
      expect(without.sender.getSnapshot().recipients).toMatchObject([
        { isVerified: true, receipt: null },
      ]);
    } finally {
      await without.close();
    }
  });
});
