import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '../../../services/_kit/src/testing/index.js';
import { readConfig } from '../minimal.js';

const name = 'tandem-gateway.tandem-proof-minimal.svc';

// The claim `the services of minimal answer`.
describe('the question to the gateway of minimal', () => {
  const home = mkdtempSync(join(tmpdir(), 'tandem-minimal-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  /** Exit code of the program, whose gateway has a certificate for this host. */
  const outcome = async (host: string, status: number): Promise<number> => {
    const issued = await (await createAuthority()).issue('gateway', { hosts: [host] });
    const ca = join(home, 'ca.crt');
    writeFileSync(ca, issued.authorities);
    const server = createServer(
      { key: issued.key, cert: issued.certificate },
      (request, response) => response.writeHead(request.url === '/api/config' ? status : 404).end(),
    );
    server.listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const child = spawn(process.execPath, ['-e', readConfig({ port, ca })], { stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number];
    server.close();
    return code;
  };

  it('succeeds with an answer from the verified gateway, and with nothing else', async () => {
    expect(await outcome(name, 200)).toBe(0);
    expect(await outcome(name, 503)).not.toBe(0);
    expect(await outcome('elsewhere', 200)).not.toBe(0);
  });
});
