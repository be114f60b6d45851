/** Difference between the server's clock and this device's, from the last response that stated it. */
let offsetMs = 0;

/** A longer call says too little about the server's clock: the device may have slept during it. */
const maxRoundTripMs = 10_000;

/**
 * Reads the server's clock from a response that is the server's own. The header has a resolution of one second and is
 * cut off, so half a second is added. Ignores calls during which the device slept or its clock was set.
 * @param sentAtMs when the request was sent, by this device's clock
 */
export const noteServerTime = (headers: Headers, sentAtMs: number): void => {
  const serverMs = Date.parse(headers.get('date') ?? '');
  const roundTripMs = Date.now() - sentAtMs;
  if (Number.isNaN(serverMs) || roundTripMs < 0 || roundTripMs > maxRoundTripMs) return;
  offsetMs = serverMs + 500 - (sentAtMs + roundTripMs / 2);
};

/** The server's time in milliseconds since 1970, exact to about a second; this device's before the first response. */
export const serverNow = (): number => Date.now() + offsetMs;
