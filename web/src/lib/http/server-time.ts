/** Difference between the server's clock and this device's, from the last response with a Date header. */
let offsetMs = 0;

/**
 * Reads the server's clock from a response. The header has a resolution of one second and is cut off, so half a second
 * is added.
 * @param sentAtMs when the request was sent, by this device's clock
 */
export const noteServerTime = (headers: Headers, sentAtMs: number): void => {
  const serverMs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(serverMs)) return;
  offsetMs = serverMs + 500 - (sentAtMs + Date.now()) / 2;
};

/** The server's time in milliseconds since 1970, exact to about a second; this device's before the first response. */
export const serverNow = (): number => Date.now() + offsetMs;
