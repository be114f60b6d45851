import { randomHex } from '../random-hex.js';

/**
 * A new trace in W3C Trace Context format, `00-<trace id>-<span id>-01`: https://www.w3.org/TR/trace-context/.
 * Sent to our own API only. The flag requests sampling; the server decides.
 */
export const newTraceparent = (): string => `00-${randomHex(16)}-${randomHex(8)}-01`;
