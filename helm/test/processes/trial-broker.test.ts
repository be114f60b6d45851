import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@tandem/kit';
import { connectNats } from '@tandem/kit/bus';
import { declareAll } from '../../../services/_kit/src/bus/declare.js';
import { freePort, startProcess } from '../../../services/_kit/src/testing/process.js';
import { render } from '../lib/chart.js';
import { acceptedByOldNats } from '../lib/tools.js';
import { ofKind, workloadsIn } from '../lib/workloads.js';
import { Kubelet } from './kubelet.js';

// The broker of a trial: its rendered configuration, with the passwords that the release makes.
describe('the broker of a trial', () => {
  const manifests = render({ chart: 'tandem', example: 'trial' });
  const home = mkdtempSync(join(tmpdir(), 'tandem-trial-'));
  const cluster = new Kubelet(manifests, 'tandem');
  let stop: (() => Promise<void>) | undefined;
  let port = 0;
  const urlOf = (user: string) =>
    (cluster.secrets.get('tandem-nats')?.[user] ?? '').replace(
      'tandem-nats.tandem.svc:4222',
      `127.0.0.1:${port}`,
    );

  beforeAll(async () => {
    const files = ofKind(manifests, 'ConfigMap').find(({ data }) => data?.['server.conf'])?.data;
    for (const [name, text] of Object.entries(files ?? {}))
      writeFileSync(join(home, name), acceptedByOldNats(text).replace('/data', join(home, 'data')));
    await cluster.provision();
    const broker = workloadsIn(manifests).find(({ name }) => name === 'tandem-nats');
    const [container] = broker?.pod.containers ?? [];
    if (!container) throw new Error('no broker is rendered');
    expect(container.args).toEqual(['--config', '/etc/nats/server.conf']);
    port = await freePort();
    const passwords = Object.fromEntries(
      (container.env ?? []).map(({ name, valueFrom }) => {
        const { name: secret = '', key = '' } = valueFrom?.secretKeyRef ?? {};
        return [name, cluster.secrets.get(secret)?.[key] ?? ''];
      }),
    );
    const args = ['--config', join(home, 'server.conf'), '-a', '127.0.0.1', '-p', String(port)];
    ({ stop } = await startProcess('nats-server', args, /Server is ready/, passwords));
  });
  afterAll(async () => {
    await stop?.();
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  });

  it('writes an event before it acknowledges it', () => {
    const files = ofKind(manifests, 'ConfigMap').find(({ data }) => data?.['server.conf'])?.data;
    expect(files?.['server.conf']).toContain('sync_interval: always');
  });

  it('holds every stream that its administrator declares', async () => {
    const config = ofKind(manifests, 'ConfigMap').find(({ data }) => data?.['streams.json'])?.data;
    const streams = JSON.parse(config?.['streams.json'] ?? '') as { streams: unknown[] };
    const lines = await declareAll(urlOf('jetstream'), streams as never);
    expect(lines.filter((line) => line.startsWith('stream ')).length).toBe(streams.streams.length);
  });

  it.each(['identity', 'shares', 'billing', 'audit', 'analytics', 'signalling', 'gateway'])(
    'admits %s with its own password only',
    async (user) => {
      const connection = await connectNats({ url: urlOf(user), name: user, logger: silentLogger });
      expect(connection.isClosed()).toBe(false);
      await connection.close();
      const other = urlOf('jetstream').replace('//jetstream:', `//${user}:`);
      await expect(declareAll(other, { streams: [], consumers: [] })).rejects.toThrow(/auth/i);
    },
  );
});
