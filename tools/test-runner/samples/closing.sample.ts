import { once } from 'node:events';
import { createServer } from 'node:net';

it('closes its server', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
});
