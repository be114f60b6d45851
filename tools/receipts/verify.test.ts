import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receipt as receiptSchema, receiptStatement } from '@tandem/proto/browser/http/receipt';
import { verifyReceipt } from './verify.ts';

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

const rawOf = (key: KeyObject, length: number): string =>
  key.export({ format: 'der', type: 'spki' }).subarray(-length).toString('base64url');

const encodeFields = (fields: string[]): Buffer =>
  Buffer.concat(
    fields.flatMap((field) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(Buffer.byteLength(field));
      return [length, Buffer.from(field)];
    }),
  );

const party = (name: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    details: {
      name,
      email: `${name}@example.test`,
      basis: 'self-declared',
      publicKey: rawOf(publicKey, 65),
    },
    sign: (role: string, statement: string): string =>
      sign('sha256', encodeFields(['tandem/receipt/1', role, statement]), {
        key: privateKey,
        dsaEncoding: 'ieee-p1363',
      }).toString('base64url'),
  };
};

const blockBytes = 16_384;
const content = Buffer.alloc(2 * blockBytes + 100, 'tandem');
const blocks = [0, 1, 2].map((block) =>
  sha256(content.subarray(block * blockBytes, (block + 1) * blockBytes)),
);
const sender = party('ada');
const recipient = party('rita');
const statement = JSON.stringify({
  type: 'tandem/receipt/1',
  shareId: 's1',
  deliveryId: 'd'.repeat(22),
  file: {
    name: 'scan\u001b[31m.dcm',
    type: '',
    bytes: content.length,
    sha256OfBlocks: sha256(Buffer.concat(blocks)).toString('hex'),
    blockBytes,
  },
  startedAt: '2026-01-01T00:00:00.000Z',
  completedAt: '2026-01-01T00:01:00.000Z',
  sender: sender.details,
  recipient: recipient.details,
  path: 'direct',
});
const log = generateKeyPairSync('ed25519');
const at = '2026-01-01T00:02:00.000Z';
const countersigned = (text: string, shareId = 's1') => {
  const statementSha256 = sha256(text).toString('hex');
  const point = [7, 'hash', Date.parse(at)];
  const signed = ['receipt', 'owner', shareId, 'd'.repeat(22), statementSha256, ...point];
  return {
    ownerUid: 'owner',
    statementSha256,
    seq: 7,
    hash: 'hash',
    at,
    kid: 'k1',
    publicKey: rawOf(log.publicKey, 32),
    signature: sign(null, Buffer.from(JSON.stringify(signed)), log.privateKey).toString(
      'base64url',
    ),
  };
};
const keys = { kid: 'k1', publicKey: rawOf(log.publicKey, 32) };
const signedByLog = (...facts: unknown[]): string =>
  sign(null, Buffer.from(JSON.stringify(facts)), log.privateKey).toString('base64url');
/** As the second of three leaves: a tree of a pair and a leaf. */
const inTree = (text: string, shareId = 's1') => {
  const statementSha256 = sha256(text).toString('hex');
  const facts = [shareId, 'd'.repeat(22), statementSha256, Date.parse(at)];
  const signature = signedByLog('tandem/countersignature/2', ...facts);
  const leaf = sha256(`\0${JSON.stringify(['receipt', ...facts, 'k1', signature])}`);
  const [first, third] = [sha256('\0first'), sha256('\0third')];
  const node = (left: Buffer, right: Buffer) =>
    sha256(Buffer.concat([Buffer.from([1]), left, right]));
  const root = node(node(first, leaf), third).toString('base64url');
  const head = { size: 3, root, at, ...keys };
  return {
    version: 2,
    statementSha256,
    at,
    ...keys,
    signature,
    proof: { index: 1, path: [first, third].map((hash) => hash.toString('base64url')) },
    head: { ...head, signature: signedByLog('tandem/audit-head/1', 3, root, Date.parse(at)) },
  };
};
const receipt = {
  format: 'tandem-receipt',
  statement,
  senderSignature: sender.sign('sender', statement),
  recipientSignature: recipient.sign('receiver', statement),
  countersignature: null as object | null,
};

const isValid = async (changed: object, ...rest: string[]): Promise<boolean> => {
  const verdict = await verifyReceipt(JSON.stringify({ ...receipt, ...changed }), ...rest);
  return verdict.isValid;
};

describe('verifying a receipt', () => {
  let folder: string;
  let path: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'receipt-'));
    path = join(folder, 'file');
    await writeFile(path, content);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is written for the schema of receipts', () => {
    const countersignature = countersigned(statement);
    expect(receiptSchema.parse({ ...receipt, countersignature })).toEqual({
      ...receipt,
      countersignature,
    });
    const latest = { ...receipt, countersignature: inTree(statement) };
    expect(receiptSchema.parse(latest)).toEqual(latest);
    expect(receiptStatement.parse(JSON.parse(statement))).toEqual(JSON.parse(statement));
  });

  it('accepts both signatures, the file and the countersignature', async () => {
    expect(await isValid({})).toBe(true);
    expect(await isValid({}, path)).toBe(true);
    const logKey = `k1:${rawOf(log.publicKey, 32)}`;
    for (const countersignature of [countersigned(statement), inTree(statement)])
      expect(await isValid({ countersignature }, path, logKey)).toBe(true);
  });

  it.each<[string, object]>([
    ['a changed statement', { statement: statement.replace('rita', 'eve') }],
    [
      'swapped signatures',
      {
        senderSignature: receipt.recipientSignature,
        recipientSignature: receipt.senderSignature,
      },
    ],
    ['a signature of the other role', { senderSignature: sender.sign('receiver', statement) }],
    ['a signature of another person', { recipientSignature: sender.sign('receiver', statement) }],
    ['a missing signature', { recipientSignature: undefined }],
    ['stray characters in a signature', { senderSignature: `${receipt.senderSignature}=` }],
    ['a countersignature of another statement', { countersignature: countersigned('other') }],
    ['a countersignature of another share', { countersignature: countersigned(statement, 's2') }],
    ['a leaf of another statement', { countersignature: inTree('other') }],
    ['a leaf of another share', { countersignature: inTree(statement, 's2') }],
    [
      'another position in the log',
      {
        countersignature: { ...inTree(statement), proof: { ...inTree(statement).proof, index: 0 } },
      },
    ],
    [
      'a shorter path',
      { countersignature: { ...inTree(statement), proof: { index: 1, path: [] } } },
    ],
    [
      'a head of another size',
      { countersignature: { ...inTree(statement), head: { ...inTree(statement).head, size: 4 } } },
    ],
    [
      'a head that the log did not sign',
      {
        countersignature: {
          ...inTree(statement),
          head: { ...inTree(statement).head, signature: 'A'.repeat(86) },
        },
      },
    ],
    ['another format', { format: 'receipt' }],
    ['no countersignature field', { countersignature: undefined }],
  ])('rejects %s', async (_name, changed) => {
    expect(await isValid(changed)).toBe(false);
  });

  it('rejects text that is no receipt', async () => {
    for (const text of ['', 'null', '[]', '{}', '{"statement":"x"}'])
      expect((await verifyReceipt(text)).isValid).toBe(false);
  });

  it.each([
    ['one changed byte', (bytes: Buffer) => bytes.fill(0, 20_000, 20_001)],
    ['a missing byte', (bytes: Buffer) => bytes.subarray(1)],
    ['an additional byte', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
  ])('rejects a file with %s', async (_name, change) => {
    const other = join(folder, 'other');
    await writeFile(other, change(Buffer.from(content)));
    expect(await isValid({}, other)).toBe(false);
  });

  it('does not blame a receipt for a file beside it that cannot be read', async () => {
    const verdict = verifyReceipt(JSON.stringify(receipt), join(folder, 'absent'));
    await expect(verdict).rejects.toThrow(/no such file/);
  });

  it('requires the given key of the log', async () => {
    const stranger = generateKeyPairSync('ed25519');
    const otherKey = `k1:${rawOf(stranger.publicKey, 32)}`;
    for (const countersignature of [countersigned(statement), inTree(statement)])
      expect(await isValid({ countersignature }, path, otherKey)).toBe(false);
    // Without a countersignature there is nothing that the key could confirm.
    expect(await isValid({}, path, otherKey)).toBe(false);
  });

  it('accepts a countersignature from before a rotation of the key under a head from after it', async () => {
    const next = generateKeyPairSync('ed25519');
    const [firstKey, nextKey] = [log, next].map(({ publicKey }) => rawOf(publicKey, 32));
    const earlier = inTree(statement);
    const { size, root } = earlier.head;
    const facts = JSON.stringify(['tandem/audit-head/1', size, root, Date.parse(at)]);
    const signature = sign(null, Buffer.from(facts), next.privateKey).toString('base64url');
    const head = { ...earlier.head, kid: 'k2', publicKey: nextKey, signature };
    const countersignature = { ...earlier, head };
    expect(await isValid({ countersignature }, path)).toBe(true);
    const keysOfLog = [`k1:${firstKey}`, `k2:${nextKey}`];
    expect(await isValid({ countersignature }, path, ...keysOfLog)).toBe(true);
    for (const key of keysOfLog) expect(await isValid({ countersignature }, path, key)).toBe(false);
  });

  it.each([
    ['words in brackets', 'Jan 1 2026 00:02:00 GMT (verified by passport)'],
    ['another offset', '2026-01-01T01:02:00.000+01:00'],
    ['no milliseconds', '2026-01-01T00:02:00Z'],
    ['control characters', 'Jan 1 2026 00:02:00 GMT (\u001b[2J)'],
  ])('rejects a time of the log with %s, which no signature covers', async (_name, changedAt) => {
    const other = { at: changedAt };
    const latest = inTree(statement);
    for (const countersignature of [
      { ...countersigned(statement), ...other },
      { ...latest, ...other },
      { ...latest, head: { ...latest.head, ...other } },
    ])
      expect(await isValid({ countersignature })).toBe(false);
  });

  it('prints no control characters of keys and unreadable files', async () => {
    const countersignature = { ...countersigned(statement), kid: 'k1\u001b[2J\u202e' };
    const changed = JSON.stringify({ ...receipt, countersignature });
    for (const text of [changed, '{"format":"\u001b[2J', '\u001b[2J']) {
      const { isValid: isRight, findings } = await verifyReceipt(text, undefined, 'k1:A');
      expect(isRight).toBe(false);
      expect(findings.map((finding) => finding.text).join('')).not.toMatch(/[\p{Cc}\u202e]/u);
    }
  });

  it('prints no control characters of a file name', async () => {
    const { facts } = await verifyReceipt(JSON.stringify(receipt));
    expect(facts[0]).toContain('scan');
    expect(facts.join('\n')).not.toContain('\u001b');
  });
});
