import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

interface DrainOptions {
  /** Time for clients to leave the connections that they keep: a busy proxy uses each of them within a second. */
  leaveMs?: number;
  /** Time for responses in progress after that, before their connections are closed. */
  forceAfterMs?: number;
}

const checkMs = 50;
const sweepMs = 250;

const whenLeft = async (server: Server, leaveMs: number): Promise<void> => {
  const countConnections = promisify(server.getConnections.bind(server));
  const endMs = performance.now() + leaveMs;
  while (performance.now() < endMs && (await countConnections()) > 0) await pause(checkMs);
};

/**
 * Ends the connections of a server between two requests, without losing one. A server that closes an idle connection may
 * cross a request that is on its way, and its client cannot know whether it was handled. So every response first asks its
 * client to leave the connection, while new connections are accepted as before. Only then are those closed that are idle
 * still, and those in use after their responses. `server.close` alone would keep the latter open, and a proxy would keep
 * sending requests on them.
 */
export const drain = async (
  server: Server,
  { leaveMs = 1_000, forceAfterMs = 10_000 }: DrainOptions = {},
): Promise<void> => {
  server.prependListener('request', (_request, response) =>
    response.setHeader('Connection', 'close'),
  );
  await whenLeft(server, leaveMs);
  const closed = once(server, 'close');
  server.close();
  const sweeping = setInterval(() => server.closeIdleConnections(), sweepMs);
  const force = setTimeout(() => server.closeAllConnections(), forceAfterMs);
  await closed;
  clearInterval(sweeping);
  clearTimeout(force);
};
