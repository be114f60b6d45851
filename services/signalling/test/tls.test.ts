import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { silentLogger } from '@tandem/kit';
import { watchCertificates, type Certificates, type CertificateSource } from '@tandem/kit/grpc';
import { createAuthority, freePort, writeCertificates } from '@tandem/kit/testing';
import { createMemoryBroker } from '../src/cluster/bus.memory.js';
import { startLivePod, type LivePod } from './support/live-pod.js';
import {
  connectClient,
  joinClient,
  statusOfUpgrade,
  type ConnectOptions,
} from './support/ws-client.js';

const servername = 'signalling-1';

// ASVS 12.3.3: the edge reaches signalling over TLS and verifies its certificate.
describe('signalling behind an edge that verifies it', () => {
  const authority = createAuthority();
  const directory = mkdtempSync(join(tmpdir(), 'tandem-tls-'));
  let first: Certificates;
  let certificates: CertificateSource;
  let live: LivePod;
  let trusting: ConnectOptions;

  const issue = async () => (await authority).issue('signalling', { hosts: [servername] });

  beforeAll(async () => {
    first = await issue();
  });
  beforeEach(async () => {
    writeCertificates(directory, first);
    certificates = watchCertificates(directory, { logger: silentLogger, everyMs: 10 });
    const broker = createMemoryBroker({ automatic: true });
    live = await startLivePod(
      'a',
      (id, handlers) => Promise.resolve(broker.connect(id, handlers)),
      {
        port: await freePort(),
        tls: { directory, certificates, logger: silentLogger },
      },
    );
    trusting = { port: live.port, tls: { ca: first.authorities, servername } };
  });
  afterEach(async () => {
    certificates.stop();
    await live.stop();
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const servedCertificate = async (): Promise<PeerCertificate> => {
    const socket = connect({ host: '127.0.0.1', port: live.port, ...trusting.tls });
    await once(socket, 'secureConnect');
    const certificate = socket.getPeerCertificate();
    socket.destroy();
    return certificate;
  };
  const renew = async (): Promise<Certificates> => {
    const renewed = await issue();
    const replaced = new Promise<void>((resolve) => certificates.onChange(() => resolve()));
    writeCertificates(directory, renewed);
    await replaced;
    return renewed;
  };

  it('lets members join and passes on their frames over TLS', async () => {
    const sender = await joinClient({ ...trusting, peerId: 'S', credential: 'owner' });
    const receiver = await joinClient({ ...trusting, peerId: 'R', credential: 'guest' });
    sender.send({ type: 'offer', shareId: 's', payload: { sdp: 'v=0\r\n' } });
    expect(await receiver.next('offer')).toMatchObject({ payload: { sdp: 'v=0\r\n' } });
  });

  it('refuses sockets without TLS, and is refused under another name or authority', async () => {
    await expect(connectClient({ port: live.port })).rejects.toThrow();
    const ca = first.authorities;
    await expect(
      connectClient({ ...trusting, tls: { ca, servername: 'gateway' } }),
    ).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    const { authorities } = await (await createAuthority()).issue('signalling');
    await expect(
      connectClient({ ...trusting, tls: { ca: authorities, servername } }),
    ).rejects.toThrow(/verify|signature|self-signed/);
  });

  it('uses renewed certificates for new connections, and open sockets continue', async () => {
    const sender = await joinClient({ ...trusting, peerId: 'S', credential: 'owner' });
    const before = await servedCertificate();
    for (let round = 0; round < 3; round += 1) {
      await renew();
      expect(await statusOfUpgrade(trusting)).toBe(101);
    }
    expect((await servedCertificate()).serialNumber).not.toBe(before.serialNumber);
    const receiver = await joinClient({ ...trusting, peerId: 'R', credential: 'guest' });
    sender.send({ type: 'offer', shareId: 's', payload: { sdp: 'v=0\r\n' } });
    expect(await receiver.next('offer')).toMatchObject({ peerId: 'S' });
    live.server.close();
    const ends = await Promise.all([sender.closed, receiver.closed]);
    expect(ends).toHaveLength(2);
  });

  it('stays closed to new sockets when certificates are renewed while it drains', async () => {
    live.server.stopAccepting();
    await renew();
    await expect(connectClient(trusting)).rejects.toThrow(/ECONNREFUSED/);
  });
});
