import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { Client, credentials as channelCredentials, status } from '@grpc/grpc-js';
import { jest } from '@jest/globals';
import { HealthDefinition } from 'nice-grpc-server-health';
import { createAuthority } from '../certificates/authority.js';
import { writeCertificates } from '../certificates/files.js';
import { silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import {
  callableBy,
  testAssertions,
  testAuthority,
  testCredentials,
} from '../testing/credentials.js';
import { testDeadlineMs } from '../testing/deadline.js';
import { fixedCertificates, watchCertificates, type Certificates } from './certificates.js';
import { createGrpcClient } from './client.js';
import { peerCredentials, type PeerCredentials } from './peer-credentials.js';
import { serviceOf } from './peer-identity.js';
import { grpcService, serveGrpc, type GrpcServer } from './server.js';

interface Note {
  text: string;
}
const json = {
  encode: (note: Note) => ({ finish: () => Buffer.from(JSON.stringify(note)) }),
  decode: (data: Uint8Array) => JSON.parse(Buffer.from(data).toString()) as Note,
  fromPartial: (note: Partial<Note>): Note => ({ text: '', ...note }),
};
const unary = <Name extends string>(name: Name, ...callers: string[]) =>
  ({
    name,
    requestType: json,
    requestStream: false,
    responseType: json,
    responseStream: false,
    options: callers.length > 0 ? callableBy(...callers) : {},
  }) as const;
const NotesDefinition = {
  name: 'Notes',
  fullName: 'test.Notes',
  methods: {
    read: unary('read', 'reader', 'writer'),
    write: unary('write', 'writer'),
    sealed: unary('sealed'),
  },
} as const;

const running: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});

const registry = createRegistry('test');
let handled: string[] = [];
const handle = (name: string) => async () => {
  handled.push(name);
  return { text: name };
};

const serve = async (credentials: PeerCredentials): Promise<GrpcServer> => {
  handled = [];
  const server = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    registry,
    credentials,
    assertions: testAssertions('notes'),
    services: [
      grpcService(NotesDefinition, {
        read: handle('read'),
        write: handle('write'),
        sealed: handle('sealed'),
      }),
    ],
  });
  running.push(() => server.stop());
  return server;
};

const connect = ({ port }: GrpcServer, credentials: PeerCredentials, service = 'notes') => {
  const client = createGrpcClient(NotesDefinition, `127.0.0.1:${port}`, {
    credentials,
    service,
    deadlineMs: testDeadlineMs,
  });
  running.push(() => client.closeChannel());
  return client;
};

const withCertificates = (certificates: Certificates) =>
  peerCredentials(fixedCertificates(certificates));

const denied = { code: status.PERMISSION_DENIED };
const unreachable = { code: 'unavailable' };

describe('callers of a method', () => {
  it.each([
    ['reader', 'read', true],
    ['reader', 'write', false],
    ['reader', 'sealed', false],
    ['writer', 'read', true],
    ['writer', 'write', true],
    ['writer', 'sealed', false],
    ['notes', 'read', false],
    ['stranger', 'read', false],
  ] as const)('%s calling %s: allowed %s', async (caller, method, isAllowed) => {
    const server = await serve(await testCredentials('notes'));
    const call = connect(server, await testCredentials(caller))[method]({});
    if (isAllowed) await expect(call).resolves.toEqual({ text: method });
    else await expect(call).rejects.toMatchObject(denied);
    expect(handled).toEqual(isAllowed ? [method] : []);
  });

  it('are identified once for each connection', async () => {
    const reading = jest.spyOn(TLSSocket.prototype, 'getPeerCertificate');
    running.push(() => reading.mockRestore());
    const server = await serve(await testCredentials('notes'));
    const reader = connect(server, await testCredentials('reader'));
    const stranger = connect(server, await testCredentials('stranger'));
    // The clients check the server's certificate, too.
    await reader.read({});
    await expect(stranger.read({})).rejects.toMatchObject(denied);
    reading.mockClear();
    for (let call = 0; call < 3; call += 1) {
      await reader.read({});
      await expect(stranger.read({})).rejects.toMatchObject(denied);
    }
    expect(reading).not.toHaveBeenCalled();
  });

  it('are counted when refused', async () => {
    const server = await serve(await testCredentials('notes'));
    await expect(connect(server, await testCredentials('mallory')).write({})).rejects.toMatchObject(
      denied,
    );
    expect(await registry.metrics()).toMatch(
      /^grpc_server_refused_callers_total\{(?=.*caller="mallory")(?=.*method="\/test\.Notes\/write").*\} 1$/m,
    );
  });

  it.each([
    ['without an identity', []],
    ['with an identity in another trust domain', ['spiffe://elsewhere/reader']],
    ['with two identities', ['spiffe://tandem/stranger', 'spiffe://tandem/reader']],
    [
      'with an identity inside another name',
      ['spiffe://tandem/stranger, URI:spiffe://tandem/reader'],
    ],
  ])('are refused %s', async (_what, uris) => {
    const server = await serve(await testCredentials('notes'));
    const certificates = await (await testAuthority()).issue('reader', { uris });
    await expect(connect(server, withCertificates(certificates)).read({})).rejects.toMatchObject(
      denied,
    );
    expect(handled).toEqual([]);
  });

  it('may all check the health of the service', async () => {
    const server = await serve(await testCredentials('notes'));
    const client = createGrpcClient(HealthDefinition, `127.0.0.1:${server.port}`, {
      credentials: await testCredentials('stranger'),
      service: 'notes',
      deadlineMs: testDeadlineMs,
    });
    running.push(() => client.closeChannel());
    expect(await client.check({ service: '' })).toMatchObject({ status: 1 });
  });
});

describe('connections', () => {
  it('with a certificate of another authority are refused', async () => {
    const server = await serve(await testCredentials('notes'));
    const foreign = await (await createAuthority()).issue('reader');
    const { authorities } = await (await testAuthority()).issue('reader');
    const client = connect(server, withCertificates({ ...foreign, authorities }));
    await expect(client.read({})).rejects.toMatchObject(unreachable);
  });

  it('with an expired certificate are refused', async () => {
    const server = await serve(await testCredentials('notes'));
    const expired = await (
      await testAuthority()
    ).issue('reader', {
      notAfter: new Date(Date.now() - 1_000),
    });
    await expect(connect(server, withCertificates(expired)).read({})).rejects.toMatchObject(
      unreachable,
    );
  });

  it.each(['without a certificate', 'without TLS'])('%s are refused', async (how) => {
    const server = await serve(await testCredentials('notes'));
    const { authorities } = await (await testAuthority()).issue('reader');
    const credentials =
      how === 'without TLS'
        ? channelCredentials.createInsecure()
        : channelCredentials.createSsl(authorities, null, null, {
            checkServerIdentity: () => undefined,
          });
    const client = new Client(`127.0.0.1:${server.port}`, credentials);
    running.push(() => client.close());
    const failure = await new Promise((resolve) => {
      const asIs = (bytes: Buffer) => bytes;
      client.makeUnaryRequest('/test.Notes/read', asIs, asIs, Buffer.from('{}'), resolve);
    });
    expect(failure).toMatchObject({ code: status.UNAVAILABLE });
    expect(handled).toEqual([]);
  });

  it('to a server with the identity of another service are refused', async () => {
    const impostor = await serve(await testCredentials('reader'));
    await expect(connect(impostor, await testCredentials('reader')).read({})).rejects.toMatchObject(
      unreachable,
    );
    expect(handled).toEqual([]);
  });
});

describe('certificates of a running process', () => {
  /** Resolves once a source has read its directory again. */
  const changed = (source: ReturnType<typeof watchCertificates>) =>
    new Promise<void>((resolve) => {
      const remove = source.onChange(() => {
        remove();
        resolve();
      });
    });

  it('are in the metrics with the fraction of their lifetime that is left', async () => {
    const home = await mkdtemp(join(tmpdir(), 'tandem-tls-'));
    running.push(() => rm(home, { recursive: true }));
    const issued = await (await createAuthority()).issue('notes');
    writeCertificates(home, issued);
    const { validFrom, validTo } = new X509Certificate(issued.certificate);
    const [start, end] = [Date.parse(validFrom), Date.parse(validTo)];
    const registry = createRegistry('notes');
    const exposed = async () =>
      Number(/^tls_certificate_remaining_ratio\S* (\S+)$/m.exec(await registry.metrics())?.[1]);

    const source = watchCertificates(home, { logger: silentLogger });
    running.push(() => source.stop());
    expect(await exposed()).toBeCloseTo((end - Date.now()) / (end - start), 3);
    source.stop();
    expect(await exposed()).toBeNaN();
  });

  it('are replaced without a restart', async () => {
    const home = await mkdtemp(join(tmpdir(), 'tandem-tls-'));
    running.push(() => rm(home, { recursive: true }));
    const first = await createAuthority();
    const second = await createAuthority();
    const watch = async (service: string) => {
      const directory = join(home, service);
      writeCertificates(directory, await first.issue(service));
      const source = watchCertificates(directory, { logger: silentLogger, everyMs: 20 });
      running.push(() => source.stop());
      return { directory, source };
    };
    const ofServer = await watch('notes');
    const ofClient = await watch('reader');
    const server = await serve(peerCredentials(ofServer.source));
    const established = connect(server, peerCredentials(ofClient.source));
    expect(await established.read({})).toEqual({ text: 'read' });

    const updates = Promise.all([changed(ofServer.source), changed(ofClient.source)]);
    writeCertificates(ofServer.directory, await second.issue('notes'));
    writeCertificates(ofClient.directory, await second.issue('reader'));
    await updates;

    expect(await established.read({})).toEqual({ text: 'read' });
    expect(await connect(server, peerCredentials(ofClient.source)).read({})).toEqual({
      text: 'read',
    });
    const stale = withCertificates({
      ...(await first.issue('reader')),
      authorities: ofClient.source.current().authorities,
    });
    await expect(connect(server, stale).read({})).rejects.toMatchObject(unreachable);
  });

  it.each([
    ['do not belong together', ({ key }: Certificates) => ({ key })],
    [
      'are half written',
      (_issued: Certificates, { certificate, authorities }: Certificates) => ({
        certificate: Buffer.concat([certificate, authorities.subarray(0, -100)]),
      }),
    ],
  ])('stay in use while the files %s', async (_what, change) => {
    const directory = await mkdtemp(join(tmpdir(), 'tandem-tls-'));
    running.push(() => rm(directory, { recursive: true }));
    const authority = await testAuthority();
    const before = await authority.issue('notes');
    writeCertificates(directory, before);
    const warnings: string[] = [];
    let source = fixedCertificates(before);
    const changed = change(await authority.issue('notes'), before);
    await new Promise<void>((resolve) => {
      const end = (_fields: object, text: string) => {
        warnings.push(text);
        resolve();
      };
      const logger = { ...silentLogger, info: end, warn: end } as unknown as typeof silentLogger;
      source = watchCertificates(directory, { logger, everyMs: 20 });
      running.push(() => source.stop());
      writeCertificates(directory, { ...before, ...changed });
    });
    const { key, certificate } = source.current();
    expect([key, certificate].map(String)).toEqual([before.key, before.certificate].map(String));
    expect(warnings[0]).toMatch(/keeping the previous/);
  });
});

it.each([
  ['URI:spiffe://tandem/shares', 'shares'],
  ['DNS:shares, URI:spiffe://tandem/shares', 'shares'],
  ['DNS:shares', undefined],
  ['URI:spiffe://tandem/shares/more', undefined],
  ['URI:"spiffe://tandem/x, URI:spiffe://tandem/shares"', undefined],
  [undefined, undefined],
])('reads the subject alternative names %s as %s', (subjectaltname, service) => {
  expect(serviceOf({ subjectaltname })).toBe(service);
});
