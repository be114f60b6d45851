import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { configExitCode, LaunchFault } from '../fault.mjs';

/*
 * Plain JavaScript: the public port is checked before the dependencies are installed.
 *
 * Ports below the ephemeral range of Linux (from 32768) and macOS (from 49152): an outgoing connection
 * cannot take the port of a service while it restarts.
 */
const lowestPort = 15_000;
const highestPort = 32_000;
const attempts = 200;

/** Ports returned by this process, so that concurrent calls get different ones. */
const given = new Set();

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} the error code when the port cannot be bound
 */
const bindError = (port, host) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve('code' in error ? String(error.code) : 'EUNKNOWN'));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });

/**
 * Finds a free port.
 * @param {string} [host]
 */
export const freePort = async (host = '127.0.0.1') => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = randomInt(lowestPort, highestPort);
    if (given.has(port)) continue;
    given.add(port);
    if ((await bindError(port, host)) === undefined) return port;
  }
  throw new LaunchFault(`No free port between ${lowestPort} and ${highestPort} on ${host}.`);
};

/**
 * The host by which programs on this machine reach a server that listens on `host`, for a URL.
 * @param {string} host
 */
export const hostInUrl = (host) => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

/** Errors of a probe on ::1 of a machine without IPv6. */
const withoutIpv6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/**
 * Returns the public port if it is free. Checks ::1 as well: browsers resolve `localhost` to ::1 first
 * and would reach another server there.
 * @param {number} port 0 takes any free port
 * @param {string} host
 */
export const claimPublicPort = async (port, host) => {
  const code = await bindError(port, host);
  if (code !== undefined && code !== 'EADDRINUSE' && code !== 'EACCES') {
    throw new LaunchFault(
      `HOST: expected an address of this machine, such as 127.0.0.1 or 0.0.0.0 (${code})`,
      { exitCode: configExitCode },
    );
  }
  if (port === 0) return freePort(host);
  if (code === 'EACCES') {
    throw new LaunchFault(
      `Binding port ${port} is not permitted. Choose another: PORT=8080 npm start`,
    );
  }
  const inUse = code ?? (await bindError(port, '::1'));
  if (inUse === undefined || withoutIpv6.includes(inUse)) return port;
  throw new LaunchFault(
    `Port ${port} is in use (${inUse}). Stop the program that uses it or choose another: ` +
      `PORT=${port + 1} npm start`,
  );
};
