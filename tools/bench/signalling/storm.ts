import { join, newShare, openIdle } from './measure.mjs';

/** What a client of ours waits after a lost socket: 3 s and up to a fifth more at random, on its first attempt. */
const reconnectMs = () => 3_000 * (1 + Math.random() * 0.2);

/**
 * One pod dies with all its clients; each reconnects to the other pod after its usual wait, and again after an attempt
 * that failed. Seconds until the last one is back in its room.
 * @param {import('./dialects.mjs').Dialect} dialect
 * @param {import('./processes.mjs').Running} dying
 * @param {import('./processes.mjs').Running} surviving
 * @param {number} count
 */
export const reconnectStorm = async (dialect, dying, surviving, count) => {
  const peers = await openIdle(dialect, dying.port, count);
  const shares = Array.from({ length: Math.ceil(count / 2) }, newShare);
  const back = peers.map(
    (peer, n) =>
      new Promise((resolve) => {
        const retry = () =>
          setTimeout(() => {
            const share = /** @type {string} */ (shares[n >> 1]);
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
  for (const peer of returned) /** @type {import('./wire.mjs').Peer} */ (peer).socket.destroy();
  return elapsed;
};
