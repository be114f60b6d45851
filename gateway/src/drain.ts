import { once } from 'node:events';
import type { Server } from 'node:http';

/** Time for responses in progress before their connections are closed. */
const defaultForceAfterMs = 10_000;
const sweepMs = 250;

/**
 * Accepts no more connections and ends the open ones between two requests. `server.close` alone keeps connections in use
 * open: a proxy would keep sending requests on them, and the last ones would be cut off.
 */
export const drain = async (server: Server, forceAfterMs = defaultForceAfterMs): Promise<void> => {
  const closed = once(server, 'close');
  server.prependListener('request', (_request, response) =>
    response.setHeader('Connection', 'close'),
  );
  server.close();
  const sweeping = setInterval(() => server.closeIdleConnections(), sweepMs);
  const force = setTimeout(() => server.closeAllConnections(), forceAfterMs);
  await closed;
  clearInterval(sweeping);
  clearTimeout(force);
};
