const hexOf = (byteCount: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(byteCount)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * A new trace, as W3C Trace Context writes it: `00-<trace id>-<span id>-01`. For calls of our own API only:
 * third parties learn nothing of it. The flag asks for the trace to be kept; the server decides that itself.
 */
export const newTraceparent = (): string => `00-${hexOf(16)}-${hexOf(8)}-01`;

/** The header for one call, of which this is the beginning of the trace. */
export const traceHeader = (): { traceparent: string } => ({ traceparent: newTraceparent() });
