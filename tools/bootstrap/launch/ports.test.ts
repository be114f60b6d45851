import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { claimPublicPort, freePort, hostInUrl } from './ports.mjs';

const hasIpv6 = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .some(({ address }) => address === '::1');

/** A server of another program; returns its end. */
const occupy = async (port: number, host: string) => {
  const server = createServer();
  server.listen({ port, host });
  await once(server, 'listening');
  return () => server.close();
};

describe('the public port', () => {
  const hosts = ['127.0.0.1', '0.0.0.0', 'localhost', ...(hasIpv6 ? ['::', '::1'] : [])];
  it.each(hosts)('is free on %s', async (host) => {
    const port = await freePort();
    await expect(claimPublicPort(port, host)).resolves.toBe(port);
  });

  it.each(['127.0.0.1', '0.0.0.0'])('is reported as in use on %s', async (host) => {
    const port = await freePort();
    const release = await occupy(port, '127.0.0.1');
    await expect(claimPublicPort(port, host)).rejects.toThrow(
      `Port ${port} is in use (EADDRINUSE). Stop the program that uses it or choose another`,
    );
    release();
  });

  (hasIpv6 ? it : it.skip)('is in use when browsers would reach another server', async () => {
    const port = await freePort();
    const release = await occupy(port, '::1');
    await expect(claimPublicPort(port, '127.0.0.1')).rejects.toThrow(/is in use/);
    release();
  });

  // 192.0.2.1 is in a network for documentation (RFC 5737), the name in a reserved domain (RFC 6761).
  it.each([
    ['192.0.2.1', 8080],
    ['192.0.2.1', 0],
    ['laptop.invalid', 8080],
  ])('is not blamed when the machine has no address %s (port %d)', async (host, port) => {
    await expect(claimPublicPort(port, host)).rejects.toThrow(
      /^HOST: expected an address of this machine, such as 127\.0\.0\.1 or 0\.0\.0\.0 \(E\w+\)$/,
    );
  });
});

describe('the host of an address', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['::1', '[::1]'],
    ['localhost', 'localhost'],
  ])('of a server on %s is %s', (host, expected) => {
    expect(hostInUrl(host)).toBe(expected);
  });
});
