import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { LaunchFault } from '../../bootstrap/fault.mjs';

/**
 * Below the range from which Linux (32768) and macOS (49152) take the local ports of outgoing
 * connections: a port found free here cannot be lost to one while its service restarts.
 */
const LOWEST_PORT = 15_000;
const HIGHEST_PORT = 32_000;
const ATTEMPTS = 200;

/** Ports given out by this process; two services asking at the same time get different ones. */
const given = new Set();

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} the error code when the port cannot be bound, else nothing
 */
export const bindError = (port, host) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve('code' in error ? String(error.code) : 'EUNKNOWN'));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });

/**
 * A port nobody listens on.
 * @param {string} [host]
 */
export const freePort = async (host = '127.0.0.1') => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (given.has(port)) continue;
    given.add(port);
    if ((await bindError(port, host)) === undefined) return port;
  }
  throw new LaunchFault(`No free port between ${LOWEST_PORT} and ${HIGHEST_PORT} on ${host}.`);
};

/**
 * The public port, or a fault that says how to move it. Both loopback addresses are tried because
 * a browser asks `localhost` on ::1 first and would reach somebody else's server there.
 * @param {number} port 0 takes any free port
 * @param {string} host
 */
export const claimPublicPort = async (port, host) => {
  if (port === 0) return freePort(host);
  const inUse = (await Promise.all([host, '::1'].map((each) => bindError(port, each)))).find(
    (code) => code !== undefined && code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT',
  );
  if (inUse === undefined) return port;
  if (inUse === 'EACCES') {
    throw new LaunchFault(`Port ${port} needs more rights. Choose another: PORT=8080 npm start`);
  }
  throw new LaunchFault(
    `Port ${port} is in use (${inUse}). Stop what listens there, or choose another: ` +
      `PORT=${port + 1} npm start`,
  );
};
