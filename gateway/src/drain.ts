import { once } from 'node:events';
import type { Server } from 'node:http';

/** Time for responses in progress before their connections are closed. */
const patienceMs = 10_000;
const sweepMs = 250;

/**
 * Accepts no more connections and ends the open ones between two requests. Node by itself keeps those open that are in
 * use: a proxy in front would go on to send requests on them, and those in progress at the end would be cut off.
 */
export const drain = async (server: Server, forceAfterMs = patienceMs): Promise<void> => {
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
