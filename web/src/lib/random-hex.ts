/** Random bytes as lower-case hex, two characters each. */
export const randomHex = (byteCount: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(byteCount)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
