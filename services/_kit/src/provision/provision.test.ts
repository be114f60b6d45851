import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signingKeys, verificationKeys } from '../security/ed25519.js';
import { parseKeyring } from '../security/keyring.js';
import { changesOf } from './manifest.js';
import { provision } from './provision.js';
import { connectSecrets, type SecretsApi } from './secrets-api.js';

/** The part of the Kubernetes API for Secrets, with its status codes and its base64. */
const serveSecrets = async (refuse?: { method: string; message: string }) => {
  interface Stored {
    type: string;
    data: Record<string, string>;
    metadata: { resourceVersion: string };
  }
  const secrets = new Map<string, Stored>();
  let version = 0;
  const nextVersion = () => ({ resourceVersion: String((version += 1)) });
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.headers.authorization !== 'Bearer token') return send(401, {});
      if (refuse && refuse.method === request.method) return send(403, { message: refuse.message });
      const [, name = ''] = /^\/api\/v1\/namespaces\/tandem\/secrets\/?(.*)$/.exec(
        request.url ?? '',
      ) ?? ['', 'unknown path'];
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as {
        metadata?: { name?: string; resourceVersion?: string };
        type: string;
        data: Record<string, string>;
      };
      if (request.method === 'POST') {
        const created = body.metadata?.name ?? '';
        if (secrets.has(created)) return send(409, { message: 'already exists' });
        secrets.set(created, { type: body.type, data: body.data, metadata: nextVersion() });
        return send(201, {});
      }
      const found = secrets.get(name);
      if (!found) return send(404, {});
      if (request.method !== 'PATCH') return send(200, found);
      const expected = body.metadata?.resourceVersion ?? found.metadata.resourceVersion;
      if (expected !== found.metadata.resourceVersion)
        return send(409, { message: 'the object has been modified' });
      Object.assign(found.data, body.data);
      found.metadata = nextVersion();
      return send(200, found);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connect = () => connectSecrets({ url, namespace: 'tandem', token: 'token', labels: {} });
  return { api: connect(), connect, secrets, close: () => server.close() };
};

const manifest = {
  secrets: {
    keys: {
      GRANT_PUBLIC_KEYS: { kind: 'public-keys', of: 'GRANT_KEYS' },
      GRANT_KEYS: { kind: 'keyring' },
      TURN_SECRETS: { kind: 'secret' },
    },
    nats: {
      NATS_PASSWORD_SHARES: { kind: 'secret' },
      shares: { kind: 'text', template: 'nats://shares:${NATS_PASSWORD_SHARES}@nats:4222' },
    },
  },
  certificates: {
    authority: 'peer-ca',
    services: { shares: 'peer-shares', audit: 'peer-audit', gateway: 'peer-gateway' },
    hosts: { gateway: ['tandem-gateway.tandem.svc'] },
  },
};

describe('the Secrets of a release', () => {
  let cluster: Awaited<ReturnType<typeof serveSecrets>>;
  const valuesOf = async (name: string, api: SecretsApi = cluster.api) =>
    (await api.read(name)) ?? {};
  beforeEach(async () => {
    cluster = await serveSecrets();
  });
  afterEach(() => {
    cluster.close();
  });

  it('are made with keys that the services accept', async () => {
    await provision(cluster.api, manifest);
    const keys = await valuesOf('keys');
    const ring = parseKeyring(keys['GRANT_KEYS'] ?? '');
    const { primary } = signingKeys(ring);
    const publicKeys = verificationKeys(parseKeyring(keys['GRANT_PUBLIC_KEYS'] ?? ''));
    expect(publicKeys.find(primary.kid)).toBeDefined();
    expect(keys['TURN_SECRETS']).toMatch(/^s[0-9a-f]{64}$/);
    const nats = await valuesOf('nats');
    expect(nats['shares']).toBe(`nats://shares:${nats['NATS_PASSWORD_SHARES'] ?? ''}@nats:4222`);
  });

  it('keep every key when they are made again', async () => {
    await provision(cluster.api, manifest);
    const before = [await valuesOf('keys'), await valuesOf('nats')];
    const lines = await provision(cluster.api, manifest);
    expect([await valuesOf('keys'), await valuesOf('nats')]).toEqual(before);
    expect(lines.slice(0, 2)).toEqual(['secret keys: unchanged', 'secret nats: unchanged']);
  });

  it('get the keys that a later release needs, and derived values follow their source', async () => {
    await provision(cluster.api, manifest);
    const before = await valuesOf('keys');
    const rotated = `k2:${Buffer.alloc(32, 2).toString('base64url')},${before['GRANT_KEYS'] ?? ''}`;
    await cluster.api.merge('keys', { GRANT_KEYS: rotated });
    const { keys } = manifest.secrets;
    const next = { secrets: { keys: { ...keys, AUDIT_KEYS: { kind: 'keyring' } } } };
    const [line] = await provision(cluster.api, next);
    expect(line).toBe('secret keys: made AUDIT_KEYS, GRANT_PUBLIC_KEYS');
    const after = await valuesOf('keys');
    expect(after['GRANT_KEYS']).toBe(rotated);
    expect(after['TURN_SECRETS']).toBe(before['TURN_SECRETS']);
    expect(after['GRANT_PUBLIC_KEYS']).toMatch(/^k2:[\w-]{43},k[0-9a-f]{8}:[\w-]{43}$/);
  });

  // The Job of a release and the CronJob; a key that was replaced would no longer decrypt what it encrypted meanwhile.
  it.each([
    ['a Secret that neither has found', []],
    ['a Secret that lacks a key of the new release', ['GRANT_KEYS', 'GRANT_PUBLIC_KEYS']],
  ])('keep the keys of the faster of two runs: %s', async (_what, missing) => {
    if (missing.length > 0) await provision(cluster.api, manifest);
    for (const key of missing) delete cluster.secrets.get('keys')?.data[key];
    const slow = cluster.connect();
    let faster: Record<string, string> | undefined;
    const overtaken: SecretsApi = {
      ...slow,
      read: async (name) => {
        const found = await slow.read(name);
        if (name !== 'keys' || faster !== undefined) return found;
        await provision(cluster.api, manifest);
        faster = await valuesOf('keys');
        return found;
      },
    };
    await provision(overtaken, manifest);
    expect(faster?.['GRANT_KEYS']).toBeDefined();
    expect(await valuesOf('keys')).toEqual(faster);
  });

  it('give a ring that is made again after a loss a new key id', async () => {
    await provision(cluster.api, manifest);
    const lost = await valuesOf('keys');
    cluster.secrets.delete('keys');
    await provision(cluster.api, manifest);
    const { primary } = parseKeyring((await valuesOf('keys'))['GRANT_KEYS'] ?? '');
    expect(parseKeyring(lost['GRANT_KEYS'] ?? '').find(primary.kid)).toBeUndefined();
  });

  // Rotates a password of the broker: docs/deploy.md.
  it('get a new password in place of a removed one, and the address follows', async () => {
    await provision(cluster.api, manifest);
    const before = await valuesOf('nats');
    delete cluster.secrets.get('nats')?.data['NATS_PASSWORD_SHARES'];
    const lines = await provision(cluster.api, manifest);
    expect(lines).toContain('secret nats: made NATS_PASSWORD_SHARES, shares');
    const { NATS_PASSWORD_SHARES: password = '', shares } = await valuesOf('nats');
    expect(password).toMatch(/^s[0-9a-f]{64}$/);
    expect(password).not.toBe(before['NATS_PASSWORD_SHARES']);
    expect(shares).toBe(`nats://shares:${password}@nats:4222`);
  });

  it('contain a certificate of each service, issued anew by the same authority', async () => {
    await provision(cluster.api, manifest);
    const first = await valuesOf('peer-shares');
    await provision(cluster.api, manifest);
    const second = await valuesOf('peer-shares');
    expect(second['tls.crt']).not.toBe(first['tls.crt']);
    expect(second['ca.crt']).toBe(first['ca.crt']);
    const certificate = new X509Certificate(second['tls.crt'] ?? '');
    const authority = new X509Certificate(second['ca.crt'] ?? '');
    expect(certificate.verify(authority.publicKey)).toBe(true);
    expect(certificate.subjectAltName).toBe('URI:spiffe://tandem/shares');
    expect(second).not.toHaveProperty('ca.key');
    const gateway = new X509Certificate((await valuesOf('peer-gateway'))['tls.crt'] ?? '');
    expect(gateway.subjectAltName).toBe(
      'URI:spiffe://tandem/gateway, DNS:tandem-gateway.tandem.svc',
    );
    expect(cluster.secrets.get('peer-audit')?.type).toBe('kubernetes.io/tls');
  });

  // Replaces the authority: docs/deploy.md.
  it('contain certificates of another authority in place of a removed one', async () => {
    await provision(cluster.api, manifest);
    const before = await valuesOf('peer-shares');
    cluster.secrets.delete('peer-ca');
    await provision(cluster.api, manifest);
    const { 'ca.crt': ca = '', 'tls.crt': issued = '' } = await valuesOf('peer-shares');
    expect(ca).not.toBe(before['ca.crt']);
    expect(new X509Certificate(issued).verify(new X509Certificate(ca).publicKey)).toBe(true);
    expect((await valuesOf('peer-ca'))['tls.crt']).toBe(ca);
  });

  it('are reported without their values', async () => {
    const text = (await provision(cluster.api, manifest)).join('\n');
    expect(text).toContain('secret nats: made NATS_PASSWORD_SHARES, shares');
    for (const { data } of cluster.secrets.values())
      for (const value of Object.values(data))
        expect(text).not.toContain(Buffer.from(value, 'base64').toString());
  });

  it.each(['GET', 'POST'])('fail to be made with the reason when %s is refused', async (method) => {
    const strict = await serveSecrets({ method, message: 'cannot touch secrets' });
    try {
      await expect(provision(strict.api, manifest)).rejects.toThrow(/403 cannot touch secrets/);
    } finally {
      strict.close();
    }
  });

  it('are not made from an invalid manifest', async () => {
    const broken = { secrets: { keys: { A: { kind: 'guess' } } } };
    await expect(provision(cluster.api, broken)).rejects.toThrow(/kind/);
    expect(() => changesOf({ A: { kind: 'public-keys', of: 'B' } }, {})).toThrow('no key B');
    expect(cluster.secrets.size).toBe(0);
  });
});
