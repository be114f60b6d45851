/** The messages of the Time-Stamp Protocol, RFC 3161, section 2.4, in DER. */

import { createHash } from 'node:crypto';

/** SHA-256 with its parameters, RFC 5754. */
const sha256Algorithm = Buffer.from('300d06096086480165030402010500', 'hex');

const tags = { integer: 0x02, octets: 0x04, sequence: 0x30 } as const;
const encode = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  // Requests are shorter than 128 bytes: one byte of length.
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
};

const imprintOf = (data: Buffer | string): Buffer =>
  encode(
    tags.sequence,
    sha256Algorithm,
    encode(tags.octets, createHash('sha256').update(data).digest()),
  );

export interface TimestampQuery {
  der: Buffer;
  /** Parts that the token repeats. */
  imprint: Buffer;
  nonce: Buffer;
}

/** @param random eight bytes */
export const timestampQuery = (data: Buffer | string, random: Buffer): TimestampQuery => {
  const imprint = imprintOf(data);
  // A one in front keeps the number positive, and its encoding minimal.
  const nonce = encode(tags.integer, Buffer.concat([Buffer.from([1]), random]));
  const version = Buffer.from([tags.integer, 1, 1]);
  const wantsCertificate = Buffer.from([0x01, 1, 0xff]);
  return { der: encode(tags.sequence, version, imprint, nonce, wantsCertificate), imprint, nonce };
};

/** The content of an element, and what follows it. */
const read = (bytes: Buffer, tag: number): { content: Buffer; rest: Buffer } => {
  const first = bytes[1] ?? 0;
  const lengthBytes = first < 0x80 ? 0 : first - 0x80;
  if (bytes[0] !== tag || lengthBytes > 4) throw new TypeError('not a time-stamp response');
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes);
  const start = 2 + lengthBytes;
  if (bytes.length < start + length) throw new TypeError('the time-stamp response is cut off');
  return {
    content: bytes.subarray(start, start + length),
    rest: bytes.subarray(start + length),
  };
};

/** `granted` and `grantedWithMods`. */
const maxGranted = 1;

/**
 * Checks that a response grants a token over the query's data, with its nonce. The signature is not verified here:
 * that needs the authority's certificates, which those who rely on the token have (`openssl ts -verify`).
 */
export const checkTimestamp = (response: Buffer, { imprint, nonce }: TimestampQuery): void => {
  const { content } = read(response, tags.sequence);
  const { content: info, rest: token } = read(content, tags.sequence);
  const status = read(info, tags.integer).content;
  if (status.length !== 1 || (status[0] ?? 0xff) > maxGranted)
    throw new TypeError(`the time-stamping service refused with status ${status.toString('hex')}`);
  if (token.length === 0 || !token.includes(imprint) || !token.includes(nonce))
    throw new TypeError('the time stamp does not match the request');
};
