/**
 * Verifies a receipt (docs/receipts.md) without a server. Uses only Node's own modules and shares no code with the
 * product, so that it can be read and copied by itself.
 */
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { open } from 'node:fs/promises';

export interface Finding {
  isValid: boolean;
  text: string;
}

export interface Verdict {
  isValid: boolean;
  findings: Finding[];
  /** Facts of the statement, one line each; empty for a file that is no receipt. */
  facts: string[];
}

type Fields = Record<string, unknown>;

/** DER in front of the raw keys (RFC 5480, RFC 8410). */
const p256Prefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex');

const keyOf = (prefix: Buffer, raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([prefix, raw]), format: 'der', type: 'spki' });

/** Refuses text with stray characters, which Node's decoder ignores. */
const bytesOf = (text: unknown, length: number): Buffer => {
  if (typeof text !== 'string') throw new TypeError('not text');
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== length || bytes.toString('base64url') !== text)
    throw new TypeError(`not ${length} bytes in base64url`);
  return bytes;
};

/** Each field as its length (u32, big-endian) and its bytes. */
const encodeFields = (fields: readonly string[]): Buffer =>
  Buffer.concat(
    fields.flatMap((field) => {
      const bytes = Buffer.from(field);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );

const holds = (check: () => boolean): boolean => {
  try {
    return check();
  } catch {
    return false;
  }
};

const isSigned = (role: string, statement: string, publicKey: unknown, signature: unknown) =>
  holds(() =>
    verify(
      'sha256',
      encodeFields(['tandem/receipt/1', role, statement]),
      { key: keyOf(p256Prefix, bytesOf(publicKey, 65)), dsaEncoding: 'ieee-p1363' },
      bytesOf(signature, 64),
    ),
  );

const fieldsOf = (value: unknown): Fields => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('not an object');
  return value as Fields;
};

const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new TypeError('not text');
  return value;
};

/** SHA-256 over the SHA-256 of each block. */
export const digestOfFile = async (
  path: string,
  blockBytes: number,
): Promise<{ bytes: number; sha256: string }> => {
  const file = await open(path);
  try {
    const whole = createHash('sha256');
    const block = Buffer.alloc(blockBytes);
    let bytes = 0;
    for (;;) {
      let filled = 0;
      while (filled < blockBytes) {
        const { bytesRead } = await file.read(block, filled, blockBytes - filled, bytes + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      if (filled === 0) return { bytes, sha256: whole.digest('hex') };
      whole.update(createHash('sha256').update(block.subarray(0, filled)).digest());
      bytes += filled;
    }
  } finally {
    await file.close();
  }
};

const maxBlockBytes = 16 * 1024 * 1024;

const checkFile = async (file: Fields, path: string): Promise<Finding> => {
  const blockBytes = Number(file['blockBytes']);
  if (!Number.isSafeInteger(blockBytes) || blockBytes < 1 || blockBytes > maxBlockBytes)
    throw new TypeError('block size');
  const { bytes, sha256 } = await digestOfFile(path, blockBytes);
  const isValid = bytes === file['bytes'] && sha256 === file['sha256OfBlocks'];
  return {
    isValid,
    text: isValid
      ? `${path} is the file of the receipt.`
      : `${path} is another file: ${bytes} bytes, checksum ${sha256}.`,
  };
};

/** @param logKey `kid:base64url`, as the operator publishes it; without it the key in the receipt is used. */
const checkLog = (receipt: Fields, statement: Fields, logKey: string | undefined): Finding[] => {
  if (receipt['countersignature'] === null) {
    const isValid = logKey === undefined;
    return [{ isValid, text: 'The receipt is not countersigned by an audit log.' }];
  }
  const signed = fieldsOf(receipt['countersignature']);
  const own = createHash('sha256').update(textOf(receipt['statement'])).digest('hex');
  const text = JSON.stringify([
    'receipt',
    signed['ownerUid'],
    statement['shareId'],
    statement['deliveryId'],
    own,
    signed['seq'],
    signed['hash'],
    Date.parse(textOf(signed['at'])),
  ]);
  const isValid = holds(
    () =>
      signed['statementSha256'] === own &&
      verify(
        null,
        Buffer.from(text),
        keyOf(ed25519Prefix, bytesOf(signed['publicKey'], 32)),
        bytesOf(signed['signature'], 64),
      ),
  );
  const key = `${textOf(signed['kid'])}:${textOf(signed['publicKey'])}`;
  const findings: Finding[] = [
    {
      isValid,
      text: isValid
        ? `The audit log countersigned at entry ${String(signed['seq'])}, ${textOf(signed['at'])}.`
        : 'The countersignature of the audit log is not valid.',
    },
  ];
  if (logKey !== undefined) {
    const isPinned = key === logKey;
    findings.push({
      isValid: isPinned,
      text: isPinned ? 'The log’s key is the given one.' : `The log’s key is another one: ${key}`,
    });
  }
  return findings;
};

const describeParty = (name: string, value: unknown): string => {
  const party = fieldsOf(value);
  const basis = party['basis'] === 'signed-in' ? 'signed in' : 'as entered by this person';
  return `${name}: ${textOf(party['name'])} <${textOf(party['email'])}> (${basis})`;
};

const describe = (statement: Fields): string[] => {
  const file = fieldsOf(statement['file']);
  return [
    `File: ${textOf(file['name'])}, ${String(file['bytes'])} bytes`,
    `Checksum: ${textOf(file['sha256OfBlocks'])} (SHA-256 over the SHA-256 of blocks of ${String(file['blockBytes'])} bytes)`,
    `Share: ${textOf(statement['shareId'])}, delivery ${textOf(statement['deliveryId'])}`,
    `From ${textOf(statement['startedAt'])} to ${textOf(statement['completedAt'])}`,
    describeParty('Sender', statement['sender']),
    describeParty('Recipient', statement['recipient']),
    `Path: ${textOf(statement['path'])}`,
    // A file name is untrusted: no escape sequences for the terminal.
  ].map((line) => line.replaceAll(/\p{Cc}/gu, '�'));
};

const sides = [
  ['sender', 'sender', 'senderSignature'],
  ['recipient', 'receiver', 'recipientSignature'],
] as const;

/** @param text of the receipt. @param filePath a file to compare with it. */
export const verifyReceipt = async (
  text: string,
  filePath?: string,
  logKey?: string,
): Promise<Verdict> => {
  try {
    const receipt = fieldsOf(JSON.parse(text));
    const signedText = textOf(receipt['statement']);
    const statement = fieldsOf(JSON.parse(signedText));
    if (receipt['format'] !== 'tandem-receipt' || statement['type'] !== 'tandem/receipt/1')
      throw new TypeError('another format');
    const findings: Finding[] = sides.map(([side, role, field]) => {
      const { publicKey } = fieldsOf(statement[side]);
      const isValid = isSigned(role, signedText, publicKey, receipt[field]);
      return { isValid, text: `The ${side}’s signature is ${isValid ? '' : 'not '}valid.` };
    });
    findings.push(...checkLog(receipt, statement, logKey));
    if (filePath !== undefined)
      findings.push(await checkFile(fieldsOf(statement['file']), filePath));
    const isValid = findings.every((finding) => finding.isValid);
    return { isValid, findings, facts: describe(statement) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    const finding = { isValid: false, text: `This is not a readable receipt: ${reason}` };
    return { isValid: false, findings: [finding], facts: [] };
  }
};
