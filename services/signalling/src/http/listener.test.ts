import { networkInterfaces } from 'node:os';
import { openListener } from './listener.js';

const hasIpv6 = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .some(({ address }) => address === '::1');

// For clusters whose pods have IPv6 addresses (`listenOnIpv6` of the chart).
(hasIpv6 ? it : it.skip)('a listener on `::` answers over IPv6 and IPv4', async () => {
  const listener = openListener({
    host: '::',
    port: 0,
    configure: (app) => void app.get('/', (response) => void response.end('here')),
  });
  for (const host of ['[::1]', '127.0.0.1']) {
    const response = await fetch(`http://${host}:${listener.port}/`);
    expect([host, await response.text()]).toEqual([host, 'here']);
  }
  listener.close();
});
