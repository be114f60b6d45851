import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConsole } from '../dev-stack/run/console.js';
import { missingBuilds, startStack, type Stack } from '../dev-stack/stack.js';
import { startCollector } from './collector.js';
import {
  administer,
  audit,
  finishTransfer,
  joinProduct,
  leaveProduct,
  meet,
  misplaceSecrets,
  openShare,
  subscribe,
  type World,
} from './flows.js';
import { fuzzProduct, fuzzRequests, type FuzzReport } from './fuzz.js';
import { findCanaries, type Source } from './needles.js';
import {
  databaseRows,
  listenToBroker,
  metricsPages,
  processOutputs,
  storedEvents,
} from './outputs.js';
import { caller, until } from './people.js';
import { pushKeys } from './push-keys.js';

/**
 * Sends random secrets through every flow of the product, with all processes running as deployed and at the most verbose
 * log level. Afterwards no secret may appear in logs, traces, broker messages, databases or metrics.
 */
const startMs = 600_000 + 50 * fuzzRequests;

const keyring = () => `canary:${randomBytes(32).toString('base64url')}`;
const keyOf = (ring: string) => ring.slice(ring.indexOf(':') + 1);

const keys = {
  ASSERTION_KEYS: keyring(),
  GRANT_KEYS: keyring(),
  SHARE_PASSWORD_KEYS: keyring(),
  AUDIT_KEYS: keyring(),
};

/** Shared with a relay that no flow uses. */
const turnSecret = `turn-${randomUUID()}`;
const push = pushKeys();

let folder: string;
let collector: Awaited<ReturnType<typeof startCollector>>;
let broker: Awaited<ReturnType<typeof listenToBroker>>;
let stack: Stack | undefined;
let world: World;
let fuzz: FuzzReport;

/** The outputs of the run, collected while its processes run. */
let stored: Source[] = [];
/** Rows after the account was deleted. */
let left: Source[] = [];
let metrics: Source[] = [];
let outputs: Source[] = [];
let heard: Source;
let traces: Source;

const runEveryFlow = async (running: Stack) => {
  const person = await joinProduct(world);
  const share = await openShare(world, person);
  await meet(world, person, share);
  await finishTransfer(world, share);
  await subscribe(world, person);
  await audit(world, person);
  await administer(world, person);
  await misplaceSecrets(world, person, share);
  fuzz = await fuzzProduct(world.ask, world.emulator);
  // Collected first: the deletion of the account removes its rows.
  stored = await databaseRows(running.mongoUrl);
  await leaveProduct(world, person, share);
  await until(
    'the account is erased from every database',
    async () => {
      left = await databaseRows(running.mongoUrl);
      return findCanaries(world.personal, left).length === 0;
    },
    120_000,
  ).catch(() => undefined);
};

beforeAll(async () => {
  const missing = missingBuilds();
  if (missing.length > 0) throw new Error(`Not built: ${missing.join(', ')}. Run: npm run build`);
  folder = mkdtempSync(join(tmpdir(), 'tandem-canary-'));
  const logDir = join(folder, 'logs');
  mkdirSync(logDir);
  collector = await startCollector();
  stack = await startStack({
    port: 0,
    console: {
      ...openConsole(),
      print: () => undefined,
      report: () => undefined,
      echo: () => undefined,
    },
    env: {
      ...keys,
      LOG_LEVEL: 'trace',
      LOG_DIR: logDir,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ALLOW_POD_PINNING: 'true',
      RATE_LIMIT_SCALE: '0',
      // No flow uses the relay; its credentials are issued without one running.
      TURN_URLS: 'turn:127.0.0.1:3478',
      TURN_SECRETS: turnSecret,
      ...push,
    },
  });
  broker = await listenToBroker(stack.natsUrl);
  const { url, authEmulatorOrigin: emulator = '' } = stack;
  const secrets = {
    ...Object.fromEntries(Object.entries(keys).map(([name, ring]) => [name, keyOf(ring)])),
    TURN_SECRETS: turnSecret,
    VAPID_PRIVATE_KEY: push['VAPID_PRIVATE_KEY'] ?? '',
  };
  world = { ask: caller(url), origin: url, emulator, secrets, personal: {}, passing: {} };

  await runEveryFlow(stack);

  stored.push(...left, ...(await storedEvents(stack.natsUrl)));
  metrics = await metricsPages(stack.metricsUrls);
  heard = broker.heard();
  await broker.stop();
  // A process flushes its spans and last lines when it exits.
  await stack.stop();
  stack = undefined;
  traces = { name: 'the traces', bytes: collector.bytes() };
  outputs = processOutputs(logDir);
}, startMs);

afterAll(async () => {
  await stack?.stop();
  await collector.stop();
  rmSync(folder, { recursive: true, force: true });
});

const services = [
  'identity',
  'shares',
  'billing',
  'audit',
  'analytics',
  'turn-credentials',
  'signalling',
  'gateway',
];

describe('random secrets sent through every flow', () => {
  it('every process produces output to search', () => {
    const processes = services.flatMap((name) =>
      name === 'signalling' ? ['signalling-1', 'signalling-2'] : [name],
    );
    for (const name of processes) {
      expect(
        outputs.find((source) => source.name === `output of ${name}`)?.bytes.length,
      ).toBeGreaterThan(200);
      expect(
        metrics.find((source) => source.name === `metrics of ${name}`)?.bytes.toString(),
      ).toContain('process_cpu');
    }
    for (const name of services) expect(traces.bytes.includes(name)).toBe(true);
    for (const patched of ['http', 'express', 'grpc', 'mongodb']) {
      expect(traces.bytes.includes(`@opentelemetry/instrumentation-${patched}`)).toBe(true);
    }
    const names = stored.filter(({ bytes }) => bytes.length > 0).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'row of identity.users',
        'row of shares.shares',
        'row of shares.throttle',
        'row of billing.customers',
        'row of audit.entries',
        'row of analytics.rollups',
        'stream IDENTITY',
        'stream SHARES',
        'stream BILLING',
        'stream ANALYTICS',
      ]),
    );
    expect(Object.keys(world.secrets).length).toBeGreaterThan(18);
  });

  it('the search finds the file name where it is stored', () => {
    const found = findCanaries({ file: world.personal['file name'] ?? '' }, stored).join('\n');
    for (const place of ['shares.shares', 'audit.entries', 'stream SHARES']) {
      expect(found).toContain(place);
    }
    expect(findCanaries(world.passing, [heard])).toHaveLength(Object.keys(world.passing).length);
  });

  it('no output contains a password, token, grant, key or credential', () => {
    const everywhere = [...outputs, traces, ...stored, heard, ...metrics];
    expect(findCanaries(world.secrets, everywhere)).toEqual([]);
  });

  it('malformed requests to the running services cause no 5xx', () => {
    expect(fuzz.faults).toEqual([]);
    for (const status of [200, 400, 401, 403, 404]) {
      expect(fuzz.statuses.get(status) ?? 0).toBeGreaterThan(3);
    }
  });

  it('a deleted account leaves no e-mail, name or file name in any database', () => {
    expect(left.length).toBeGreaterThan(5);
    expect(findCanaries(world.personal, left)).toEqual([]);
  });

  it('no e-mail, name or file name is in a log, a trace or a metric', () => {
    expect(findCanaries(world.personal, [...outputs, traces, ...metrics])).toEqual([]);
  });

  it('no session description or candidate is logged, traced, counted or stored', () => {
    expect(findCanaries(world.passing, [...outputs, traces, ...metrics, ...stored])).toEqual([]);
  });
});
