import type { Connection } from '../room/connection.js';
import { closeReasons } from '../protocol/close-codes.js';
import type { Pod } from './pod.js';

const stepMs = 50;

/**
 * Send every client away, evenly over `spreadMs`, so that they do not all come back at once (the listen backlog
 * holds 512). Who joined first goes first. A running transfer does not notice.
 */
export const drain = async (
  pod: Pick<Pod, 'connections' | 'end'>,
  spreadMs: number,
  pause: (ms: number) => Promise<void>,
): Promise<void> => {
  const connections: Connection[] = pod.connections();
  const steps = Math.max(1, Math.ceil(spreadMs / stepMs));
  const perStep = Math.ceil(connections.length / steps);
  for (let from = 0; from < connections.length; from += perStep) {
    for (const connection of connections.slice(from, from + perStep)) {
      pod.end(connection, closeReasons.draining);
    }
    if (from + perStep < connections.length) await pause(stepMs);
  }
};
