import type { Dialect } from './dialects.js';
import { join, newShare, openIdle } from './measure.js';
import type { Running } from './processes.js';
import type { Peer } from './wire.js';

/** Delay of the web client before it reconnects: 3 s plus up to 20 % jitter, at its first attempt. */
const reconnectMs = () => 3_000 * (1 + Math.random() * 0.2);

/**
 * Kills a pod. Its clients reconnect to the other pod after their usual delay and retry failed attempts. Returns the
 * seconds until the last client has rejoined its room.
 */
export const reconnectStorm = async (
  dialect: Dialect,
  dying: Running,
  surviving: Running,
  count: number,
): Promise<number> => {
  const peers = await openIdle(dialect, dying.port, count);
  const shares = Array.from({ length: Math.ceil(count / 2) }, newShare);
  const back = peers.map(
    (peer, n) =>
      new Promise<Peer>((resolve) => {
        const retry = () =>
          setTimeout(() => {
            const share = shares[n >> 1] as string;
            join(dialect, surviving.port, share, n % 2 ? 'receiver' : 'sender').then(
              resolve,
              retry,
            );
          }, reconnectMs());
        peer.onClose = retry;
      }),
  );
  const killedAt = performance.now();
  await dying.stop('SIGKILL');
  const returned = await Promise.all(back);
  const elapsed = (performance.now() - killedAt) / 1_000;
  for (const peer of returned) peer.socket.destroy();
  return elapsed;
};
