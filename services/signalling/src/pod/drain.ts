import { closeReasons } from '../protocol/close-codes.js';
import type { Connection } from '../room/connection.js';
import type { Pod } from './pod.js';

const stepMs = 50;

/**
 * Closes all connections in order of arrival, evenly over `spreadMs`, so that reconnects do not overflow the listen
 * backlog of 512. Running transfers are not affected.
 */
export const drain = async (
  pod: Pick<Pod, 'connections' | 'close'>,
  spreadMs: number,
  pause: (ms: number) => Promise<void>,
): Promise<void> => {
  const connections: Connection[] = pod.connections();
  const steps = Math.max(1, Math.ceil(spreadMs / stepMs));
  const perStep = Math.ceil(connections.length / steps);
  for (let from = 0; from < connections.length; from += perStep) {
    for (const connection of connections.slice(from, from + perStep)) {
      pod.close(connection, closeReasons.draining);
    }
    if (from + perStep < connections.length) await pause(stepMs);
  }
};
