import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { openListener } from './listener.js';

const hasIpv6 = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .some(({ address }) => address === '::1');

/** On a new connection: `fetch` may reuse one that an earlier test left open to the same port. */
const fetchText = async (url: string): Promise<string> => {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
  return text(response);
};

// For clusters whose pods have IPv6 addresses (`listenOnIpv6` of the chart).
(hasIpv6 ? it : it.skip)('a listener on `::` answers over IPv6 and IPv4', async () => {
  const listener = openListener({
    host: '::',
    port: 0,
    configure: (app) => void app.get('/', (response) => void response.end('here')),
  });
  for (const host of ['[::1]', '127.0.0.1']) {
    const answer = await fetchText(`http://${host}:${listener.port}/`);
    expect([host, answer]).toEqual([host, 'here']);
  }
  listener.close();
});
