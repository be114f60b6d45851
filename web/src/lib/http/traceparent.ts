const hexOf = (byteCount: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(byteCount)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * A new trace in W3C Trace Context format, `00-<trace id>-<span id>-01`: https://www.w3.org/TR/trace-context/.
 * Sent to our own API only. The flag requests sampling; the server decides.
 */
export const newTraceparent = (): string => `00-${hexOf(16)}-${hexOf(8)}-01`;
