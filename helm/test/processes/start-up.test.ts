import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { startMongo, type TestMongo } from '@tandem/kit/testing';
import { render } from '../lib/chart.js';
import { at } from '../lib/paths.js';
import { Kubelet, type Pod } from './kubelet.js';

const nowhere = '127.0.0.1:1';
const broker = `nats://user:hidden@${nowhere}`;

const pause = () => new Promise((resolve) => setTimeout(resolve, 100));

/** Status and text of a pod's readiness, once its server listens. */
const readiness = async ({ ip, process, output }: Pod): Promise<string> => {
  for (;;) {
    try {
      const response = await fetch(`http://${ip}:9464/readyz`);
      return `${response.status} ${await response.text()}`;
    } catch {
      if (process.exitCode !== null) throw new Error(output.join(''));
      await pause();
    }
  }
};

const untilReadiness = async (pod: Pod, wanted: RegExp) => {
  while (!wanted.test(await readiness(pod))) await pause();
};

const linesOf = ({ output }: Pod) =>
  output
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Pods with this variable; without it a pod does not wait. */
const startWithout = async (variable: string, mongoUrl: string): Promise<Kubelet> => {
  const cluster = new Kubelet(render({ chart: 'tandem', example: 'trial' }), 'tandem');
  await cluster.provision();
  for (const [name, url] of [
    ['tandem-mongo', mongoUrl],
    ['tandem-nats', broker],
  ] as const) {
    const keys = Object.keys(cluster.secrets.get(name) ?? {});
    cluster.secrets.set(name, Object.fromEntries(keys.map((key) => [key, url])));
  }
  await cluster.spawnAll(({ env }) => env?.some(({ name }) => name === variable) === true);
  return cluster;
};

describe('a pod that cannot reach', () => {
  let cluster: Kubelet | undefined;
  let mongo: TestMongo | undefined;
  beforeAll(() => {
    if (!existsSync(at('gateway/dist/bundle/main.js')))
      throw new Error('build first: npm run build');
  });
  afterEach(async () => {
    await cluster?.stop();
    await mongo?.stop();
  });

  /** Checks every pod that waits, then ends it. */
  const expectToWait = async (pods: readonly Pod[], missing: RegExp) => {
    for (const pod of pods) await untilReadiness(pod, missing);
    const isTold = (pod: Pod) => linesOf(pod).some(({ msg }) => msg === 'waiting');
    while (!pods.every(isTold)) await pause();
    for (const pod of pods) {
      expect(pod.output.join('')).not.toContain('hidden');
      expect(linesOf(pod)[0]).toMatchObject({
        msg: 'starting',
        connections: expect.objectContaining({ NATS_URL: `nats://${nowhere}` }) as object,
      });
      const warning = linesOf(pod).find(({ msg }) => msg === 'waiting');
      expect(warning).toMatchObject({
        level: 'warn',
        waitingFor: expect.stringContaining(nowhere) as string,
        err: { message: expect.stringMatching(/refused/i) as string },
      });
      pod.process.kill('SIGTERM');
    }
    for (const { process, service } of pods) {
      if (process.exitCode === null) await once(process, 'exit');
      expect([service, process.exitCode]).toEqual([service, 1]);
    }
    for (const pod of pods) {
      expect(linesOf(pod).find(({ msg }) => msg === 'gave up starting')).toBeDefined();
    }
  };

  it('its database says so, and fails', async () => {
    cluster = await startWithout('MONGO_URL', `mongodb://user:hidden@${nowhere}/`);
    const { pods } = cluster;
    expect(pods).toHaveLength(5);
    await expectToWait(pods, /^503 [^]*\ndatabase \w+ at mongodb:\/\/127\.0\.0\.1:1\/: .*refused/i);
  }, 120_000);

  it('the broker says so, and fails', async () => {
    mongo = await startMongo();
    cluster = await startWithout('NATS_URL', mongo.url);
    // The gateway serves without the broker; its pages poll.
    const pods = cluster.pods.filter(({ service }) => service !== 'gateway');
    expect(pods).toHaveLength(7);
    await expectToWait(pods, /^503 [^]*\nbroker at nats:\/\/127\.0\.0\.1:1: .*refused/i);
  }, 120_000);
});
