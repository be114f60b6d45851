import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from '../../bootstrap/exec.mjs';

it('the load continues with the grant of a later access, because a run outlasts the first grant', async () => {
  let accesses = 0;
  const answers: Readonly<Record<string, () => object>> = {
    'accounts:signUp': () => ({ idToken: 'token' }),
    '/api/file-shares': () => ({ shareId: 's', password: 'p' }),
    '/access': () => ({ grant: { token: String((accesses += 1)) } }),
  };
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    request.resume();
    if (headers.authorization === 'Grant 3') server.emit('renewed');
    const [, answer = () => ({})] =
      Object.entries(answers).find(([part]) => url.includes(part)) ?? [];
    response.end(JSON.stringify(answer()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const load = spawn(process.execPath, [join(root, 'tools/cluster/load/load.mjs')], {
    env: {
      ...process.env,
      BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      PUBLIC_URL: 'http://localhost:8080',
      RATE: '20',
    },
    stdio: 'ignore',
  });
  await once(server, 'renewed');
  load.kill();
  await once(load, 'exit');
  server.closeAllConnections();
  server.close();
}, 30_000);
