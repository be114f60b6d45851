/** Verifies a receipt (docs/receipts.md) without a server. Like `log.ts`, it shares no code with the product. */

import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { open } from 'node:fs/promises';
import { isUnreadable } from './command.ts';
import {
  bytesOf,
  countOf,
  fieldsOf,
  holds,
  isIncluded,
  isSignedByLog,
  isSignedHead,
  keyOf as logKeyOf,
  printable,
  textOf,
  timeOf,
  type Fields,
  type Finding,
  type Verdict,
} from './log.ts';

/** DER in front of a raw P-256 key (RFC 5480). */
const p256Prefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

const keyOf = (prefix: Buffer, raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([prefix, raw]), format: 'der', type: 'spki' });

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

const isSigned = (role: string, statement: string, publicKey: unknown, signature: unknown) =>
  holds(() =>
    verify(
      'sha256',
      encodeFields(['tandem/receipt/1', role, statement]),
      { key: keyOf(p256Prefix, bytesOf(publicKey, 65)), dsaEncoding: 'ieee-p1363' },
      bytesOf(signature, 64),
    ),
  );

/** SHA-256 over the SHA-256 of each block. */
const digestOfFile = async (
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
    throw new TypeError('invalid block size');
  const { bytes, sha256 } = await digestOfFile(path, blockBytes);
  const isValid = bytes === file['bytes'] && sha256 === file['sha256OfBlocks'];
  return {
    isValid,
    text: isValid
      ? `${path} is the file of the receipt.`
      : `${path} is another file: ${bytes} bytes, checksum ${sha256}.`,
  };
};

interface LogCheck {
  signed: Fields;
  statement: Fields;
  /** SHA-256 of the statement, hex. */
  own: string;
}

const signedFinding = (isValid: boolean, at: string): Finding => ({
  isValid,
  text: isValid
    ? `The audit log countersigned ${at}.`
    : 'The countersignature of the audit log is not valid.',
});

/** The earlier form, which names the newest entry of the owner's log. */
const checkEntry = ({ signed, statement, own }: LogCheck): Finding[] => {
  const at = textOf(signed['at']);
  const facts = [statement['shareId'], statement['deliveryId'], own];
  const point = [signed['seq'], signed['hash'], timeOf(at)];
  const isValid = holds(
    () =>
      signed['statementSha256'] === own &&
      isSignedByLog(signed, ['receipt', signed['ownerUid'], ...facts, ...point]),
  );
  return [signedFinding(isValid, `at entry ${String(signed['seq'])}, ${at}`)];
};

/** The countersignature is a leaf of the log's tree. */
const checkHead = ({ signed, statement, own }: LogCheck): Finding[] => {
  const at = textOf(signed['at']);
  const facts = [statement['shareId'], statement['deliveryId'], own, timeOf(at)];
  const isValid = holds(
    () =>
      signed['statementSha256'] === own &&
      isSignedByLog(signed, ['tandem/countersignature/2', ...facts]),
  );
  const [head, proof] = [fieldsOf(signed['head']), fieldsOf(signed['proof'])];
  const leaf = JSON.stringify(['receipt', ...facts, signed['kid'], signed['signature']]);
  const isInLog = isSignedHead(head) && isIncluded(leaf, proof, head);
  const position = `record ${countOf(proof['index']) + 1} of ${countOf(head['size'])}`;
  return [
    signedFinding(isValid, at),
    {
      isValid: isInLog,
      text: isInLog
        ? `The countersignature is ${position} in the log as signed ${textOf(head['at'])}.`
        : 'The countersignature is not in the signed log.',
    },
  ];
};

/**
 * @param logKeys `kid:base64url`, as the operator publishes them; without any the keys in the receipt are used. After a
 *   rotation the countersignature may have an earlier one than the head.
 */
const checkLog = (receipt: Fields, statement: Fields, logKeys: readonly string[]): Finding[] => {
  if (receipt['countersignature'] === null) {
    const isValid = logKeys.length === 0;
    return [{ isValid, text: 'The receipt is not countersigned by an audit log.' }];
  }
  const signed = fieldsOf(receipt['countersignature']);
  const own = createHash('sha256').update(textOf(receipt['statement'])).digest('hex');
  const check = { signed, statement, own };
  const isInTree = signed['version'] === 2;
  const findings = isInTree ? checkHead(check) : checkEntry(check);
  if (logKeys.length > 0) {
    const keys = [signed, ...(isInTree ? [fieldsOf(signed['head'])] : [])].map(logKeyOf);
    const other = keys.find((key) => !logKeys.includes(key));
    findings.push({
      isValid: other === undefined,
      text:
        other === undefined
          ? 'The log’s key is a given one.'
          : `The log’s key is another one: ${other}`,
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
  ];
};

const sides = [
  ['sender', 'sender', 'senderSignature'],
  ['recipient', 'receiver', 'recipientSignature'],
] as const;

const checkReceipt = async (
  text: string,
  filePath?: string,
  ...logKeys: readonly string[]
): Promise<Verdict> => {
  try {
    const receipt = fieldsOf(JSON.parse(text));
    const signedText = textOf(receipt['statement']);
    const statement = fieldsOf(JSON.parse(signedText));
    if (receipt['format'] !== 'tandem-receipt' || statement['type'] !== 'tandem/receipt/1')
      throw new TypeError('not a Tandem receipt of a known version');
    const findings: Finding[] = sides.map(([side, role, field]) => {
      const { publicKey } = fieldsOf(statement[side]);
      const isValid = isSigned(role, signedText, publicKey, receipt[field]);
      return { isValid, text: `The ${side}’s signature is ${isValid ? '' : 'not '}valid.` };
    });
    findings.push(...checkLog(receipt, statement, logKeys));
    if (filePath !== undefined)
      findings.push(await checkFile(fieldsOf(statement['file']), filePath));
    const isValid = findings.every((finding) => finding.isValid);
    return { isValid, findings, facts: describe(statement) };
  } catch (error) {
    // The file beside the receipt cannot be read, which says nothing about the receipt.
    if (isUnreadable(error)) throw error;
    const reason = error instanceof Error ? error.message : '';
    const finding = { isValid: false, text: `This is not a readable receipt: ${reason}` };
    return { isValid: false, findings: [finding], facts: [] };
  }
};

/** @param text of the receipt. @param filePath a file to compare with it. */
export const verifyReceipt = async (
  ...given: Parameters<typeof checkReceipt>
): Promise<Verdict> => {
  const { isValid, findings, facts } = await checkReceipt(...given);
  return {
    isValid,
    findings: findings.map((finding) => ({ ...finding, text: printable(finding.text) })),
    facts: facts.map(printable),
  };
};
