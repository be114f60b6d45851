/** The exchange over a channel in memory, with messages changed in transit: docs/protocol.md, 3.7. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Receipt } from '@tandem/proto/browser/http/receipt';
import { createFakeClock } from '../../test/support/clocks/fake-clock.js';
import { asChannel, createChannelPair, type FakeChannel } from '../../test/support/fake-channel.js';
import { importLinkKey } from '../link/link-key.js';
import type { ProofRole, Transcript } from '../peer-proof.js';
import { ReceiptExchange } from './receipt-exchange.js';
import { isSigned } from './receipt-keys.js';
import type { DeliveryFacts, Person } from './receipt-statement.js';

type Message = Record<string, string>;
type Edit = (message: Message) => Message;

const facts: DeliveryFacts = {
  shareId: 's1',
  deliveryId: 'd'.repeat(22),
  filename: 'scan.dcm',
  fileType: '',
  totalBytes: 5,
  blockBytes: 16_384,
  digest: 'a'.repeat(64),
};
const at = new Date('2026-01-01T00:00:00Z');
const people: Record<ProofRole, Person> = {
  sender: { name: 'Ada', email: 'ada@example.test', basis: 'signed-in' },
  receiver: { name: 'Rita', email: 'rita@example.test', basis: 'self-declared' },
};
const transcript: Transcript = {
  fingerprints: { sender: new Uint8Array(32).fill(1), receiver: new Uint8Array(32).fill(2) },
  nonces: { sender: 'A'.repeat(22), receiver: `${'B'.repeat(21)}A` },
};

interface Options {
  /** Changes the messages that this role sends. */
  edit?: Partial<Record<ProofRole, Edit>>;
  facts?: Partial<Record<ProofRole, Partial<DeliveryFacts>>>;
  transcripts?: Partial<Record<ProofRole, Transcript>>;
  links?: Partial<Record<ProofRole, string>>;
  people?: Partial<Record<ProofRole, Person>>;
}

const createSide = async (
  role: ProofRole,
  channel: FakeChannel,
  options: Options,
  onReceipt: (receipt: Receipt) => void,
): Promise<ReceiptExchange> => {
  const linkKey = await importLinkKey(options.links?.[role] ?? 'AAECAwQFBgcICQoLDA0ODw', 's1');
  if (linkKey === null) throw new Error('link key');
  return new ReceiptExchange({
    role,
    channel: asChannel(channel),
    linkKey,
    transcript: options.transcripts?.[role] ?? transcript,
    clock: createFakeClock(),
    person: options.people?.[role] ?? people[role],
    facts: { ...facts, ...options.facts?.[role] },
    observed: () => ({ startedAt: at, completedAt: at, connectionType: 'direct' }),
    onReceipt,
  });
};

/** Runs until one side has nothing more to do. */
const exchange = async (options: Options = {}) => {
  const pair = createChannelPair();
  const channels = { sender: pair.near, receiver: pair.far };
  const receipts: Partial<Record<ProofRole, Receipt>> = {};
  const sent: Record<ProofRole, string[]> = { sender: [], receiver: [] };
  const open = (role: ProofRole): Promise<ReceiptExchange> => {
    channels[role].intercept = (data) => {
      const message = JSON.parse(data as string) as Message;
      sent[role].push(message['type'] ?? '');
      return JSON.stringify(options.edit?.[role]?.(message) ?? message);
    };
    return createSide(role, channels[role], options, (receipt) => {
      receipts[role] = receipt;
    });
  };
  const [receiver, sender] = [await open('receiver'), await open('sender')];
  const isOver = (): boolean => sender.isEnded() || receiver.isEnded();
  receiver.start();
  sender.start();
  // The receiver ends with its signature, and the sender when it has that: both, unless one refused.
  while (!isOver() || (receipts.receiver !== undefined && !sender.isEnded())) await nextTurn();
  return { receipts, sent };
};

const editing =
  (type: string, field: string, change: (text: string) => string): Edit =>
  (message) =>
    message['type'] === type ? { ...message, [field]: change(message[field] ?? '') } : message;

describe('the exchange of a receipt', () => {
  it('gives both sides the same receipt, signed by both', async () => {
    const { receipts } = await exchange();
    const receipt = receipts.sender;
    if (receipt === undefined) throw new Error('no receipt');
    expect(receipts.receiver).toEqual(receipt);
    const statement = JSON.parse(receipt.statement) as Record<string, { publicKey: string }>;
    expect(statement).toMatchObject({ sender: people.sender, recipient: people.receiver });
    const { statement: text, senderSignature, recipientSignature } = receipt;
    const keyOf = (side: string): string => statement[side]?.publicKey ?? '';
    expect(await isSigned(keyOf('sender'), 'sender', text, senderSignature)).toBe(true);
    expect(await isSigned(keyOf('recipient'), 'receiver', text, recipientSignature)).toBe(true);
  });

  it('names a person whose name has to be cut within a character', async () => {
    const name = `${'A'.repeat(199)}😀`;
    const { receipts } = await exchange({ people: { sender: { ...people.sender, name } } });
    const statement = JSON.parse(receipts.sender?.statement ?? '{}') as { sender?: Person };
    expect(statement.sender?.name).toBe('A'.repeat(199));
  });

  describe('without a key of its own', () => {
    afterEach(() => {
      jest.restoreAllMocks();
    });

    it('waits for a sender that begins no exchange', async () => {
      const generate = jest.spyOn(crypto.subtle, 'generateKey');
      generate.mockRejectedValue(new DOMException('no curve', 'NotSupportedError'));
      const { far } = createChannelPair();
      const receiver = await createSide('receiver', far, {}, () => undefined);
      receiver.start();
      // Node reports a rejection without a handler after the turn, and Jest fails the test with it.
      await nextTurn();
      expect(receiver.isEnded()).toBe(false);
    });

    it('ends without a receipt', async () => {
      const generate = jest.spyOn(crypto.subtle, 'generateKey');
      generate.mockRejectedValue(new DOMException('no curve', 'NotSupportedError'));
      const { receipts, sent } = await exchange();
      expect([receipts, sent]).toEqual([{}, { sender: [], receiver: [] }]);
    });
  });

  const other = (text: string): string => text.replace('Ada', 'Eve').replace('Rita', 'Eve');
  const unsigned = (): string => 'A'.repeat(86);

  it.each<[string, Options, ProofRole]>([
    [
      'the details of the sender changed',
      { edit: { sender: editing('receipt-key', 'details', other) } },
      'receiver',
    ],
    [
      'the details of the receiver changed',
      { edit: { receiver: editing('receipt-key', 'details', other) } },
      'sender',
    ],
    [
      'the statement changed',
      { edit: { sender: editing('receipt', 'statement', other) } },
      'receiver',
    ],
    [
      'the signature of the sender is wrong',
      { edit: { sender: editing('receipt', 'signature', unsigned) } },
      'receiver',
    ],
    [
      'the signature of the receiver is wrong',
      { edit: { receiver: editing('receipt', 'signature', unsigned) } },
      'sender',
    ],
    ['the sender states another file', { facts: { sender: { filename: 'plan.dcm' } } }, 'receiver'],
    [
      'the sender states another digest',
      { facts: { sender: { digest: 'b'.repeat(64) } } },
      'receiver',
    ],
    ['the links differ', { links: { sender: 'AAECAwQFBgcICQoLDA0OEA' } }, 'receiver'],
    [
      'the connections differ',
      {
        transcripts: {
          sender: { ...transcript, nonces: { ...transcript.nonces, sender: `${'C'.repeat(21)}A` } },
        },
      },
      'receiver',
    ],
  ])('ends without a signature of the side that detects that %s', async (_name, options, side) => {
    const { receipts, sent } = await exchange(options);
    expect(receipts[side]).toBeUndefined();
    if (side === 'receiver') {
      expect(sent.receiver).not.toContain('receipt');
      expect(receipts.sender).toBeUndefined();
    }
  });
});
