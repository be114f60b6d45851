/**
 * What must be found nowhere, in every shape in which it might hide: as it is, percent-encoded, as hexadecimal
 * and in base64 at each of the three alignments that a longer text may give it.
 */
export type Canaries = Readonly<Record<string, string>>;

/** Of a place that was searched. */
export interface Source {
  name: string;
  bytes: Buffer;
}

/** Long enough to be no accident, short enough to be found where a log line was cut off. */
const tokenSlice = 48;

/** The middle of each longer part of a token: its claims and its signature; the header is the same in all. */
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
    // Characters that also depend on what stands before or after.
    const from = [0, 2, 3][offset];
    return encoded.slice(from, padded.length % 3 === 0 ? undefined : -1);
  });

const urlSafe = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_');

/** Every text to look for, one secret's. */
export const shapesOf = (secret: string): string[] => {
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

/** `canary in source`, once for each pair; what surrounds it helps to find who wrote it. */
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
