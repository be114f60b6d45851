import { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { fixedCertificates, onBehalfOf, peerCredentials } from '@tandem/kit/grpc';
import {
  createAuthority,
  startMongo,
  startNats,
  testAssertion,
  type TestMongo,
  type TestNats,
} from '@tandem/kit/testing';
import { jetstream, services as everyService } from '../../../tools/topology/services.js';
import { render, type Manifest } from '../lib/chart.js';
import { connectionsOf } from '../lib/connections.js';
import {
  allRules,
  coturnMetrics,
  prometheusMetrics,
  recordedMetrics,
  shownMetrics,
} from '../lib/monitoring.js';
import { at } from '../lib/paths.js';
import { parsePromql } from '../lib/promql.js';
import { workloadsIn } from '../lib/workloads.js';
import { connectAttack, type Attack } from './attack.js';
import { startEmulator } from './emulator.js';
import { startCouples } from './handshakes.js';
import { Kubelet, type Pod } from './kubelet.js';
import { createLoad, openSession, signUp, type Load } from './load.js';
import { browserSpan, pathTo, startCollector, type Collector } from './otlp.js';
import { openSockets } from './sockets.js';
import { streamsIn } from './streams.js';

const publicUrl = 'http://localhost:8080';
const graceful = { exitCode: 0 };
/** The trace ID from a tracing browser. */
const knownTrace = '4bf92f3577b34da6a3ce929d0e0e4736';

const replaceValues = ({ secrets }: Kubelet, name: string, value: string) => {
  const keys = Object.keys(secrets.get(name) ?? {});
  secrets.set(name, Object.fromEntries(keys.map((key) => [key, value])));
};

// Starts the real process of each workload on loopback with exactly the environment, command and ports of its rendered
// Deployment, and runs its probes. Then each process gets SIGTERM under load: no call may fail, and it must exit in time.
describe('the rendered deployment, as processes', () => {
  let mongo: TestMongo;
  let nats: TestNats;
  let collector: Collector;
  /** In order of starting; all are stopped even when the set-up fails. */
  const stops: (() => Promise<void>)[] = [];
  let manifests: Manifest[];
  let cluster: Kubelet;
  let load: Load;

  beforeAll(async () => {
    if (!existsSync(at('gateway/dist/bundle/main.js')))
      throw new Error('build first: npm run build');
    [mongo, nats, collector] = await Promise.all([startMongo(), startNats(), startCollector()]);
    // An address of its own, because the port is fixed by the chart.
    const emulator = startEmulator(`127.${randomInt(192, 255)}.${randomInt(256)}.1`);
    for (const part of [mongo, nats, collector, emulator]) stops.push(() => part.stop());
    const numbers = [
      `tracing.endpoint=${collector.url}`,
      // Two replicas of each loaded service: one serves while the other terminates.
      'defaults.replicas=2',
      'services.analytics.replicas=1',
      'defaults.preStopSeconds=1',
      // Logs one line per request, with its trace ID.
      'logLevel=debug',
      // All requests come from one address; the limits have their own tests.
      'services.gateway.env.RATE_LIMIT_SCALE=0',
    ];
    manifests = render({
      chart: 'tandem',
      example: 'trial',
      extra: numbers.flatMap((setting) => ['--set', setting]),
    });
    cluster = new Kubelet(manifests, 'tandem');
    stops.push(() => cluster.stop());
    await cluster.provision();
    // Instead of those that the trial bundles as images.
    replaceValues(cluster, 'tandem-mongo', mongo.url);
    replaceValues(cluster, 'tandem-nats', nats.url);
    cluster.hosts.set('tandem-auth-emulator.tandem.svc', new URL(emulator.origin).hostname);
    await Promise.all([cluster.startAll(), emulator.ready]);
    const gateways = () => cluster.of('gateway').map(({ ip }) => `http://${ip}:8080`);
    const token = await signUp(emulator.origin);
    const session = await openSession(gateways()[0] ?? '', publicUrl, token);
    load = createLoad({ gateways, origin: publicUrl, token, session });
  }, 600_000);

  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  const smokeTest = () => {
    const pod = workloadsIn(manifests).find(({ kind }) => kind === 'Pod');
    const script = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.endsWith('smoke-test'),
    );
    const [container] = pod?.pod.containers ?? [];
    if (!container) throw new Error('no smoke test is rendered');
    return cluster.runToEnd(
      container,
      { '/smoke/smoke.mjs': String(script?.data?.['smoke.mjs']) },
      '--experimental-websocket',
    );
  };

  it('starts every service, ready and live by its own probes', () => {
    const services = new Set(cluster.pods.map(({ service }) => service));
    const expected = everyService.filter(({ kind }) => kind !== 'static').map(({ name }) => name);
    expect([...services].sort()).toEqual(expected.sort());
    expect(cluster.pods.filter(({ isReady }) => !isReady)).toEqual([]);
  });

  it('connects a pod to the services that it calls before a request needs them', async () => {
    const callers = everyService.flatMap(({ name, calls }) =>
      calls.map((callee) => ({ name, callee })),
    );
    expect(callers.length).toBeGreaterThan(0);
    for (const { name, callee } of callers) {
      const wanted = cluster.of(callee).map(({ ip }) => `${ip}:50051`);
      for (const { process } of cluster.of(name)) {
        const isConnected = () => {
          const open = connectionsOf(process.pid ?? 0);
          return wanted.some((end) => open.has(end));
        };
        // A service that started later than its caller.
        while (!isConnected()) await pause(50);
      }
    }
  });

  it('passes its helm test: create, reject, open, join and record a share, delete the account', async () => {
    const { exitCode, output } = await smokeTest();
    expect(`${exitCode}: ${output}`).toMatch(
      /^0: .*signalling joined.*smoke: account deleted\nsmoke: passed\n$/s,
    );
  });

  it('declares exactly the streams and consumers of services.yaml and is idempotent', async () => {
    const job = workloadsIn(manifests).find(({ kind }) => kind === 'Job');
    const config = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && job?.name.startsWith(`${metadata.name}-`),
    )?.data;
    const [container] = job?.pod.containers ?? [];
    if (!container) throw new Error('no job is rendered');
    const files = { '/etc/jetstream/streams.json': String(config?.['streams.json']) };
    // The first run creates the dead-letter stream, which services create only on demand.
    await cluster.runToEnd(container, files);
    const second = await cluster.runToEnd(container, files);
    expect(second.output).not.toMatch(/created|updated/);
    expect(second.exitCode).toBe(0);

    expect((await streamsIn(nats.url)).sort()).toEqual(
      [
        ...jetstream.streams.map((source) => source.toUpperCase()),
        ...jetstream.consumers.map(({ source, durable }) => `${source.toUpperCase()}/${durable}`),
      ].sort(),
    );
  });

  describe('an attacker in a signalling pod', () => {
    const attempts: [string, (attack: Attack) => Promise<unknown>][] = [
      ['lists users', ({ identity }) => identity.listUsers({ limit: 1 })],
      ['revokes sessions', ({ identity }) => identity.revokeSessions({})],
      ['deletes an account', ({ identity }) => identity.deleteUser({ uid: 'victim' })],
      ['lists share passwords', ({ shares }) => shares.listShares({ ownerUid: 'victim' })],
      ['obtains a grant', ({ shares }) => shares.accessShare({ shareId: 'any' })],
      ['creates a share', ({ shares }) => shares.createShare({ filename: 'any' })],
    ];
    let attack: Attack;

    beforeAll(async () => {
      const files = await (await cluster.authority).issue('signalling');
      attack = connectAttack(cluster, peerCredentials(fixedCertificates(files)));
    });
    afterAll(() => attack.close());

    it.each(attempts)('%s: permission denied', async (_what, attempt) => {
      await expect(attempt(attack)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
    });

    it('cannot connect with a certificate of its own authority', async () => {
      const files = await (await cluster.authority).issue('signalling');
      const forged = await (await createAuthority()).issue('gateway');
      const { authorities } = files;
      const own = peerCredentials(fixedCertificates({ ...forged, authorities }));
      const forger = connectAttack(cluster, own);
      await expect(forger.identity.listUsers({ limit: 1 })).rejects.toMatchObject({
        code: 'unavailable',
      });
      forger.close();
    });
  });

  describe('an attacker in a gateway pod', () => {
    const attempts: [string, (attack: Attack, options: object) => Promise<unknown>][] = [
      ['lists users', ({ identity }, options) => identity.listUsers({ limit: 1 }, options)],
      ['revokes sessions', ({ identity }, options) => identity.revokeSessions({}, options)],
      [
        'deletes an account',
        ({ identity }, options) => identity.deleteUser({ uid: 'victim' }, options),
      ],
      [
        'lists share passwords',
        ({ shares }, options) => shares.listShares({ ownerUid: 'victim' }, options),
      ],
      [
        'creates a share',
        ({ shares }, options) => shares.createShare({ filename: 'any' }, options),
      ],
      [
        'obtains a grant for a share of the victim',
        ({ shares }, options) => shares.accessShare({ shareId: 'any' }, options),
      ],
    ];
    const open = ['obtains a grant for a share of the victim'];
    let attack: Attack;
    /** Assertion for an ordinary user, made for the gateway. */
    let assertion: string;
    /** Assertion for the same user, made for a signalling pod. */
    let assertionOfPod: string;

    beforeAll(async () => {
      const connectAs = async (service: string) => {
        const files = await (await cluster.authority).issue(service);
        return connectAttack(cluster, peerCredentials(fixedCertificates(files)));
      };
      attack = await connectAs('gateway');
      const pod = await connectAs('signalling');
      const credential = { $case: 'idToken' as const, value: load.token };
      ({ assertion } = await attack.identity.authenticate({ credential }));
      ({ assertion: assertionOfPod } = await pod.identity.authenticate({ credential }));
      pod.close();
    });
    afterAll(() => attack.close());

    it.each(attempts)('%s: refused without an assertion', async (what, attempt) => {
      await expect(attempt(attack, {})).rejects.toMatchObject(
        open.includes(what) ? { reason: 'access-denied' } : { code: status.UNAUTHENTICATED },
      );
    });

    it.each(attempts)('%s: refused with a forged assertion', async (_what, attempt) => {
      const forged = testAssertion({ uid: 'victim', isAdmin: true });
      await expect(attempt(attack, onBehalfOf({ assertion: forged }))).rejects.toMatchObject({
        code: status.UNAUTHENTICATED,
      });
    });

    it.each(attempts)(
      '%s: refused with the assertion of another service',
      async (_what, attempt) => {
        const options = onBehalfOf({ assertion: assertionOfPod });
        await expect(attempt(attack, options)).rejects.toMatchObject({
          code: status.UNAUTHENTICATED,
        });
      },
    );

    it("cannot use another user's assertion against the victim", async () => {
      const options = onBehalfOf({ assertion });
      await expect(attack.identity.listUsers({ limit: 1 }, options)).rejects.toMatchObject({
        code: status.PERMISSION_DENIED,
      });
      const foreign = { reason: 'foreign-user' };
      await expect(attack.identity.deleteUser({ uid: 'victim' }, options)).rejects.toMatchObject(
        foreign,
      );
      await expect(attack.shares.listShares({ ownerUid: 'victim' }, options)).rejects.toMatchObject(
        foreign,
      );
    });

    it('acts for a user whose assertion it has', async () => {
      const payload = Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString();
      const { sub } = JSON.parse(payload) as { sub: string };
      const options = onBehalfOf({ assertion });
      await expect(attack.shares.listShares({ ownerUid: sub }, options)).resolves.toBeDefined();
    });
  });

  const scrape = async () => {
    const texts = await Promise.all(
      cluster.pods
        .filter(({ isReady }) => isReady)
        .map(async ({ ip }) => (await fetch(`http://${ip}:9464/metrics`)).text()),
    );
    return texts.join('\n');
  };

  it('exposes every metric that a rule or a dashboard uses', async () => {
    const text = await scrape();
    const exposed = new Set(
      [...text.matchAll(/^([a-z_:][\w:]*)(?:\{.*?\})? /gim)].map(([, name]) => name),
    );
    const asked = new Set([
      ...allRules().flatMap(({ expr }) => parsePromql(expr).metrics),
      ...shownMetrics(),
    ]);
    const elsewhere = new Set([...recordedMetrics(), ...coturnMetrics, ...prometheusMetrics]);
    // Without failures in this run, series of failures are only declared (`# TYPE`).
    const declared = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const isExposed = (name: string) =>
      exposed.has(name) || declared.has(name.replace(/_(total|bucket|count|sum)$/, ''));
    expect([...asked].filter((name) => !elsewhere.has(name) && !isExposed(name))).toEqual([]);
  });

  it('attaches trace exemplars to latency histograms', async () => {
    const text = await scrape();
    for (const name of ['http_server_request_seconds', 'grpc_server_handled_seconds']) {
      expect(text).toMatch(
        new RegExp(`^${name}_bucket\\{.*\\} \\d+ # \\{trace_id="[0-9a-f]{32}"`, 'm'),
      );
    }
  });

  describe('the trace of a request', () => {
    /** Each process exports its spans in batches. */
    const until = async (isSo: () => boolean): Promise<void> => {
      while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 50));
    };

    it('spans browser, gateway, gRPC, database, outbox, broker and consumer', async () => {
      const traceId = knownTrace;
      await load.createShare({ traceparent: `00-${traceId}-${browserSpan}-01` });
      const ours = () => collector.spans.filter((span) => span.traceId === traceId);
      const databases = () =>
        ours()
          .filter(({ attributes }) => attributes['db.system'] ?? attributes['db.system.name'])
          .map(({ service }) => service);
      const isComplete = () => pathTo('audit', ours()) !== '' && new Set(databases()).size > 1;
      await until(isComplete);
      expect(pathTo('audit', ours())).toMatch(
        /^gateway server( > gateway internal)*( > gateway client)? > shares server.* > shares producer > audit consumer$/,
      );
      expect(databases()).toEqual(expect.arrayContaining(['shares', 'audit']));
    });

    it('contains no passwords, tokens, names or addresses', async () => {
      const { password } = await load.createAndOpen();
      await until(() =>
        collector.spans.some(
          ({ service, name }) => service === 'audit' && name.includes('access.attempted'),
        ),
      );
      const received = Buffer.concat(collector.raw).toString('latin1');
      expect(received.length).toBeGreaterThan(10_000);
      for (const secret of [
        password,
        load.token,
        load.filename,
        load.token.split('.')[1] ?? load.token,
        load.session.split('=')[1] ?? load.session,
      ]) {
        expect(received.includes(secret)).toBe(false);
      }
      expect(received).not.toMatch(/password=|user_agent|client\.address/);
    });
  });

  it('loses no call while a pod of every service is terminated under load', async () => {
    const sockets = await openSockets(
      cluster.of('signalling'),
      publicUrl,
      await load.createShare(),
    );
    const pods = () => cluster.of('signalling');
    const relays = await startCouples({ pods, origin: publicUrl }, load);
    load.start(6);
    await Promise.all([load.completed(30), ...relays.map((relay) => relay.more(5))]);
    const leaving = [...new Set(cluster.pods.map(({ service }) => service))].map(
      (service) => cluster.of(service)[0] as Pod,
    );
    const ends = await Promise.all(
      leaving.map(async (pod) => ({ name: pod.name, ...(await cluster.terminate(pod)) })),
    );
    const afterwards = load.total + 30;
    await Promise.all([load.completed(afterwards), ...relays.map((relay) => relay.more(5))]);
    const { failures } = await load.stop();
    for (const relay of relays) await relay.stop();

    expect(failures).toEqual([]);
    expect(relays.flatMap((relay) => relay.failures)).toEqual([]);
    // Peers on the terminated pod reconnected once, the others stayed connected.
    expect(relays.map((relay) => relay.returns())).toEqual([
      { sender: 1, receiver: 0 },
      { sender: 0, receiver: 1 },
      { sender: 1, receiver: 1 },
    ]);
    for (const end of ends) {
      expect(end).toMatchObject(graceful);
      expect(end.seconds).toBeLessThan(end.graceSeconds);
    }
    // Half of the sockets were on the terminated pod and closed with 1012; the others stayed open.
    await sockets.ended(sockets.count / 2);
    const codes = sockets.closeCodes();
    expect(codes.filter((code) => code === 1012)).toHaveLength(sockets.count / 2);
    expect(codes.filter((code) => code === undefined)).toHaveLength(sockets.count / 2);
    sockets.close();
  }, 300_000);

  it('logs each request with its trace ID and without secrets', async () => {
    const ownTrace = randomBytes(16).toString('hex');
    load.start(2);
    await load.completed(load.total + 12);
    await load.stop();
    await load.createShare({ traceparent: `00-${ownTrace}-${browserSpan}-01` });
    /** Complete lines only: the last one may be partial. */
    const linesNow = () =>
      cluster.pods
        .flatMap(({ output }) => output.join('').split('\n').slice(0, -1))
        .filter((line) => line.startsWith('{'));
    const requestsIn = (lines: readonly string[]) =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ route }) => typeof route === 'string');
    // A log line may follow its response.
    while (!requestsIn(linesNow()).some(({ traceId }) => traceId === ownTrace)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const lines = linesNow();
    const text = lines.join('\n');
    expect(text.includes(load.token)).toBe(false);
    expect(text.includes(load.session.split('=')[1] ?? load.session)).toBe(false);
    expect(text.includes(load.filename)).toBe(false);
    const requests = requestsIn(lines);
    expect(requests.length).toBeGreaterThan(10);
    for (const { traceId, requestId } of requests) {
      expect([traceId, requestId]).toEqual([
        expect.stringMatching(/^[0-9a-f]{32}$/),
        expect.any(String),
      ]);
    }
    for (const password of load.passwords) expect(text.includes(password)).toBe(false);
  });
});
