import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { startNats, type TestNats } from '@tandem/kit/testing';
import { render } from '../lib/chart.js';
import { at } from '../lib/paths.js';
import { Kubelet, type Pod } from '../processes/kubelet.js';

const pause = () => new Promise((resolve) => setTimeout(resolve, 100));

// ASVS 12.3.3, with the rendered environment and certificates.
describe('the pods that the edge reaches', () => {
  let nats: TestNats;
  let cluster: Kubelet;

  beforeAll(async () => {
    if (!existsSync(at('gateway/dist/main.js'))) throw new Error('build first: npm run build');
    nats = await startNats();
    const extra = ['--set', 'edgeTls.enabled=true'];
    cluster = new Kubelet(render({ chart: 'tandem', example: 'trial', extra }), 'tandem');
    await cluster.provision();
    const keys = Object.keys(cluster.secrets.get('tandem-nats') ?? {});
    cluster.secrets.set('tandem-nats', Object.fromEntries(keys.map((key) => [key, nats.url])));
    await cluster.spawnAll(({ name }) => name === 'gateway' || name === 'signalling');
  });
  afterAll(async () => {
    await cluster.stop();
    await nats.stop();
  });

  const ask = async ({ ip, service }: Pod, path: string): Promise<number | undefined> => {
    const { authorities } = await (await cluster.authority).issue('edge');
    const servername = `tandem-${service}.tandem.svc`;
    const asked = request({ host: ip, port: 8080, path, ca: authorities, servername }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  /** Once the process listens. */
  const answer = async (pod: Pod, path: string): Promise<number | undefined> => {
    for (;;) {
      try {
        return await ask(pod, path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
        if (pod.process.exitCode !== null) throw new Error(pod.output.join(''), { cause: error });
        await pause();
      }
    }
  };

  it.each([
    ['gateway', '/api/config', 200],
    ['signalling', '/elsewhere', 404],
  ])(
    '%s answers over TLS with the name of its Service, and not without',
    async (name, path, status) => {
      const pod = cluster.pods.find(({ service }) => service === name);
      if (!pod) throw new Error(`no pod of ${name}`);
      expect(await answer(pod, path)).toBe(status);
      const plain = requestPlain({ host: pod.ip, port: 8080, path }).end();
      await expect(once(plain, 'response')).rejects.toMatchObject({ code: 'ECONNRESET' });
      expect((await fetch(`http://${pod.ip}:9464/livez`)).status).toBe(200);
    },
  );
});
