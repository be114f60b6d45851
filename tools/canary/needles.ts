/**
 * The forms in which a secret may appear: verbatim, percent-encoded, in hexadecimal, and in base64 at each of the three
 * alignments inside a longer text.
 */
export type Canaries = Readonly<Record<string, string>>;

/** An output to search. */
export interface Source {
  name: string;
  bytes: Buffer;
}

/** Long enough to exclude chance matches, short enough to match a truncated log line. */
const tokenSlice = 48;

/** The middle of the claims and of the signature of a token. The header is the same in all tokens. */
const slicesOf = (secret: string): string[] => {
  if (secret.length <= 2 * tokenSlice) return [secret];
  const parts = secret.split('.').filter((part) => part.length >= tokenSlice / 2);
  const secretParts = parts.length > 1 ? parts.slice(1) : parts;
  return secretParts.map((part) => {
    const start = Math.max(0, Math.floor((part.length - tokenSlice) / 2));
    return part.slice(start, start + tokenSlice);
  });
};

const inBase64 = (text: string): string[] =>
  [0, 1, 2].map((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
    const encoded = padded.toString('base64').replace(/=+$/, '');
    // Without the characters that depend on the neighbouring bytes.
    const from = [0, 2, 3][offset];
    return encoded.slice(from, padded.length % 3 === 0 ? undefined : -1);
  });

const urlSafe = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_');

/** All forms of a secret. */
const shapesOf = (secret: string): string[] => {
  const shapes = slicesOf(secret).flatMap((slice) => {
    const base64 = inBase64(slice);
    const hex = Buffer.from(slice).toString('hex');
    return [
      slice,
      encodeURIComponent(slice),
      hex,
      hex.toUpperCase(),
      ...base64,
      ...base64.map(urlSafe),
    ];
  });
  return [...new Set(shapes)];
};

/** `canary in source` for each pair, with its context. */
export const findCanaries = (canaries: Canaries, sources: readonly Source[]): string[] =>
  Object.entries(canaries).flatMap(([what, secret]) => {
    const shapes = shapesOf(secret);
    return sources.flatMap(({ name, bytes }) => {
      const at = shapes.map((shape) => bytes.indexOf(shape)).find((position) => position >= 0);
      if (at === undefined) return [];
      const around = bytes.subarray(Math.max(0, at - 120), at + 40).toString('latin1');
      return [`${what} in ${name}: …${around.replaceAll(/[^\x20-\x7e]+/g, ' ')}…`];
    });
  });
