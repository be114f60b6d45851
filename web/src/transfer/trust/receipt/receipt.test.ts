import fc from 'fast-check';
import { importLinkKey, type LinkKey } from '../link/link-key.js';
import type { ProofRole, Transcript } from '../peer-proof.js';
import { areBound, bindDetails, createReceiptKey, isSigned } from './receipt-keys.js';
import { agrees, composeStatement, type DeliveryFacts } from './receipt-statement.js';

const roles = fc.constantFrom<ProofRole>('sender', 'receiver');

const facts: DeliveryFacts = {
  shareId: 's',
  deliveryId: 'd'.repeat(22),
  filename: 'a.txt',
  fileType: 'text/plain',
  totalBytes: 5,
  blockBytes: 16_384,
  digest: 'a'.repeat(64),
};
const party = (name: string) => ({
  name,
  email: `${name}@example.test`,
  basis: 'self-declared' as const,
  publicKey: name,
});
const sender = party('ada');
const recipient = party('rita');
const completedAt = new Date('2026-01-01T00:10:00Z');
const observed = {
  startedAt: new Date('2026-01-01T00:00:00Z'),
  completedAt,
  connectionType: 'turn' as const,
};
const text = composeStatement(facts, observed, sender, recipient);

describe('the statement of a receipt', () => {
  it('agrees with the facts of the other side', () => {
    expect(agrees(text, facts, completedAt, sender, recipient)).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ path: 'relayed' });
  });

  it.each<[string, Partial<DeliveryFacts>]>([
    ['another share', { shareId: 't' }],
    ['another delivery', { deliveryId: 'e'.repeat(22) }],
    ['another name', { filename: 'b.txt' }],
    ['another type', { fileType: '' }],
    ['another size', { totalBytes: 6 }],
    ['another block size', { blockBytes: 1 }],
    ['another digest', { digest: 'b'.repeat(64) }],
  ])('does not agree with %s', (_name, other) => {
    expect(agrees(text, { ...facts, ...other }, completedAt, sender, recipient)).toBe(false);
  });

  it('does not agree with other people, a far time or another text', () => {
    expect(agrees(text, facts, completedAt, recipient, sender)).toBe(false);
    const later = new Date(completedAt.getTime() + 11 * 60_000);
    expect(agrees(text, facts, later, sender, recipient)).toBe(false);
    expect(agrees(`${text} `, facts, completedAt, sender, recipient)).toBe(false);
    const more = text.replace('{', '{"note":"x",');
    expect(agrees(more, facts, completedAt, sender, recipient)).toBe(false);
    const reversed = { ...observed, startedAt: new Date(completedAt.getTime() + 1) };
    const impossible = composeStatement(facts, reversed, sender, recipient);
    expect(agrees(impossible, facts, completedAt, sender, recipient)).toBe(false);
  });
});

describe('the signature of a receipt', () => {
  it('is valid for its role, text and key only', async () => {
    const [key, other] = await Promise.all([createReceiptKey(), createReceiptKey()]);
    await fc.assert(
      fc.asyncProperty(roles, fc.string({ maxLength: 40 }), async (role, statement) => {
        const signature = await key.sign(role, statement);
        const { publicKey } = key;
        expect(await isSigned(publicKey, role, statement, signature)).toBe(true);
        expect(await isSigned(publicKey, role, `${statement}x`, signature)).toBe(false);
        const otherRole = role === 'sender' ? 'receiver' : 'sender';
        expect(await isSigned(publicKey, otherRole, statement, signature)).toBe(false);
        expect(await isSigned(other.publicKey, role, statement, signature)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the key of a receipt', () => {
  const transcript = (fill: number): Transcript => ({
    fingerprints: {
      sender: new Uint8Array(32).fill(fill),
      receiver: new Uint8Array(32).fill(fill + 1),
    },
    nonces: { sender: 'A'.repeat(22), receiver: 'B'.repeat(21) + 'A' },
  });
  const linkKey = async (share: string): Promise<LinkKey> => {
    const key = await importLinkKey('AAECAwQFBgcICQoLDA0ODw', share);
    if (key === null) throw new Error('key');
    return key;
  };

  it('is bound to link, role, connection and identity', async () => {
    const key = await linkKey('s1');
    const tag = await bindDetails(key, 'sender', transcript(1), 'ada');
    expect(await areBound(key, 'sender', transcript(1), 'ada', tag)).toBe(true);
    expect(await areBound(key, 'receiver', transcript(1), 'ada', tag)).toBe(false);
    expect(await areBound(key, 'sender', transcript(2), 'ada', tag)).toBe(false);
    expect(await areBound(key, 'sender', transcript(1), 'eve', tag)).toBe(false);
    expect(await areBound(await linkKey('s2'), 'sender', transcript(1), 'ada', tag)).toBe(false);
  });
});
