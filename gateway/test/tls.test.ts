import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as requestPlain, type IncomingMessage, type Server } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { silentLogger } from '@tandem/kit';
import { watchCertificates, type Certificates, type CertificateSource } from '@tandem/kit/grpc';
import { createAuthority, writeCertificates } from '@tandem/kit/testing';
import { createHttpServer } from '../src/server.js';

const servername = 'gateway';

// ASVS 12.3.3: the edge reaches the gateway over TLS and verifies its certificate.
describe('the gateway behind an edge that verifies it', () => {
  const authority = createAuthority();
  const directory = mkdtempSync(join(tmpdir(), 'tandem-tls-'));
  let certificates: CertificateSource;
  let first: Certificates;
  let server: Server;
  let port = 0;

  const issue = async () => (await authority).issue('gateway', { hosts: [servername] });

  beforeAll(async () => {
    first = await issue();
    writeCertificates(directory, first);
    certificates = watchCertificates(directory, { logger: silentLogger, everyMs: 10 });
    server = createHttpServer((_request, response) => response.end('served'), certificates);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(async () => {
    certificates.stop();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    rmSync(directory, { recursive: true, force: true });
  });

  const ask = async (agent: Agent) => {
    const asked = request({ host: '127.0.0.1', port, agent }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const socket = response.socket as TLSSocket;
    const { serialNumber } = socket.getPeerCertificate();
    return { text: String(await response.toArray()), serialNumber, port: socket.localPort };
  };
  const trusting = (more: object = {}) =>
    new Agent({ ca: first.authorities, servername, keepAlive: true, ...more });

  it('answers over TLS with its certificate, and refuses plain HTTP', async () => {
    expect((await ask(trusting())).text).toBe('served');
    const plain = requestPlain({ host: '127.0.0.1', port }).end();
    await expect(once(plain, 'response')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('is refused under another name, by another authority, and with an old version', async () => {
    await expect(ask(trusting({ servername: 'web' }))).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    const other = await (await createAuthority()).issue('gateway', { hosts: [servername] });
    await expect(ask(trusting({ ca: other.authorities }))).rejects.toThrow(/signature|verify/);
    const old = trusting({
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers: 'ALL@SECLEVEL=0',
    });
    await expect(ask(old)).rejects.toThrow();
  });

  it('uses a renewed certificate for new connections; open ones continue', async () => {
    const open = trusting({ maxSockets: 1 });
    const before = await ask(open);
    const replaced = new Promise<void>((resolve) => certificates.onChange(() => resolve()));
    writeCertificates(directory, await issue());
    await replaced;
    expect(await ask(open)).toEqual(before);
    const after = await ask(trusting());
    expect(after.text).toBe('served');
    expect(after.serialNumber).not.toBe(before.serialNumber);
    open.destroy();
  });
});
