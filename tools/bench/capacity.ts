/**
 * `npm run capacity -w tools/bench`: the cost of a connected peer and of an API request, for docs/sizing.md. CPU is
 * measured as CPU time: a busy machine changes the duration, not the result. The last line is a JSON object.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startMongo, startNats } from '../../services/_kit/dist/testing/index.js';
import { root } from '../bootstrap/exec.mjs';
import { freePort } from '../bootstrap/launch/ports.mjs';
import { writeIdentities } from '../dev-stack/identities.js';
import { makeSecrets } from '../dev-stack/secrets.js';
import { serviceEnv, type Wiring } from '../dev-stack/service-env.js';
import { topology } from '../dev-stack/topology.js';
import { addresses } from './api/product.js';
import { ours } from './signalling/dialects.js';
import { openIdle } from './signalling/measure.js';
import { cpuSeconds, residentBytes, startOurs, startSurroundings } from './signalling/processes.js';
import { clientFrame } from './signalling/wire.js';

const peers = Number(process.env['CAPACITY_PEERS'] ?? 10_000);
const requests = Number(process.env['CAPACITY_REQUESTS'] ?? 2_000);
/** Clients ping every 25 s. */
const pingSeconds = 25;
const idleSeconds = 10;

const say = (text: string) => void process.stdout.write(`${text}\n`);
const round = (value: number, digits = 3) => Number(value.toFixed(digits));

const measurePeers = async () => {
  const surroundings = await startSurroundings();
  const server = await startOurs(surroundings, 'capacity', undefined);
  const dialect = ours(surroundings.keys);
  const empty = await residentBytes(server.pid);
  const before = cpuSeconds(server.pid);
  const open = await openIdle(dialect, server.port, peers);
  const joining = cpuSeconds(server.pid) - before;
  const full = await residentBytes(server.pid);
  const ping = clientFrame(JSON.stringify({ type: 'ping', shareId: '', peerId: '' }));
  const quiet = cpuSeconds(server.pid);
  const tickMs = 20;
  const perTick = Math.ceil((peers / pingSeconds) * (tickMs / 1000));
  const startedAt = performance.now();
  let next = 0;
  while (performance.now() - startedAt < idleSeconds * 1000) {
    for (let n = 0; n < perTick; n += 1) open[next++ % open.length]?.socket.write(ping);
    await pause(tickMs);
  }
  const pings = next;
  const idle = cpuSeconds(server.pid) - quiet;
  for (const { socket } of open) socket.destroy();
  await server.stop('SIGKILL');
  await surroundings.stop();
  return {
    baseMb: round(empty / 2 ** 20, 1),
    kbPerPeer: round((full - empty) / peers / 1024, 2),
    cpuMsPerJoin: round((joining * 1000) / peers),
    cpuMsPerPing: round((idle * 1000) / pings),
  };
};

/** Starts one process of each service with the launcher's environment, unsupervised. */
const startServices = async () => {
  const [mongo, nats] = await Promise.all([startMongo(), startNats()]);
  const kinds = topology.filter(({ name }) => name !== 'signalling-2');
  const ports: Record<string, { main: number; metrics: number }> = {};
  for (const { name } of kinds) ports[name] = { main: await freePort(), metrics: await freePort() };
  const emulatorPort = await freePort();
  const publicPort = ports['gateway']?.main ?? 0;
  const publicUrl = `http://127.0.0.1:${publicPort}`;
  const tlsDir = mkdtempSync(join(tmpdir(), 'tandem-bench-tls-'));
  await writeIdentities(tlsDir);
  const wiring: Wiring = {
    env: { LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: '0', TRUST_PROXY_HOPS: '1' },
    host: '127.0.0.1',
    publicUrl,
    publicPort,
    ports,
    mongoUrl: mongo.url,
    natsUrlOf: () => nats.url,
    tlsDir,
    firebase: {
      projectId: 'demo-tandem',
      apiKey: 'local-api-key',
      authDomain: 'localhost',
      emulatorHost: `127.0.0.1:${emulatorPort}`,
      emulatorOrigin: `http://127.0.0.1:${emulatorPort}`,
    },
    turnUrls: [],
    payments: { provider: 'local' },
    secrets: makeSecrets({}),
  };
  const children = kinds.map((service) => {
    const env = serviceEnv(service, wiring);
    const cwd = `${root}/${service.folder}`;
    const child = spawn(process.execPath, ['dist/bundle/main.js'], {
      cwd,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return { name: service.name, child };
  });
  const emulator = spawn(
    process.execPath,
    [
      '--import',
      `${root}/tools/bootstrap/typescript.mjs`,
      `${root}/tools/dev-stack/infra/auth-emulator.ts`,
    ],
    {
      env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(emulatorPort) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const kill = () =>
    [...children.map(({ child }) => child), emulator].forEach((one) => one.kill('SIGKILL'));
  process.once('exit', kill);
  await once(emulator.stdout, 'data');
  const isReady = async (name: string) => {
    try {
      return (await fetch(`http://127.0.0.1:${ports[name]?.metrics}/readyz`)).ok;
    } catch {
      return false;
    }
  };
  for (const { name } of children) while (!(await isReady(name))) await pause(100);
  const stop = async () => {
    kill();
    await Promise.all([mongo.stop(), nats.stop()]);
    rmSync(tlsDir, { recursive: true });
  };
  return { children, publicUrl, emulator: wiring.firebase.emulatorOrigin, stop };
};

const call = async <Body>(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Body> => {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${response.status}`);
  return (await response.json()) as Body;
};

/** Counts garbage too, like a container's limit. */
const residentMb = (pid: number) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
};

/** The requests of a polling page and of an opened link: config, shares, user, access. */
const measureApi = async () => {
  const { children, publicUrl, emulator, stop } = await startServices();
  const memory = () =>
    Object.fromEntries(children.map(({ name, child }) => [name, residentMb(child.pid ?? 0)]));
  const idleMb = memory();
  const { idToken, localId } = await call<{ idToken: string; localId: string }>(
    `${emulator}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local-api-key`,
    'POST',
    { email: 'capacity@example.com', password: 'capacity-capacity', returnSecureToken: true },
  );
  const bearer = { authorization: `Bearer ${idToken}`, origin: publicUrl };
  const share = await call<{ shareId: string; password: string }>(
    `${publicUrl}/api/file-shares`,
    'POST',
    { filename: 'a.bin', fileSize: '1 KB', fileType: '', firebaseUser: null },
    bearer,
  );
  let opened = 0;
  const mix = [
    () => call(`${publicUrl}/api/config`, 'GET'),
    () => call(`${publicUrl}/api/file-shares?userId=${localId}`, 'GET', undefined, bearer),
    () => call(`${publicUrl}/api/user?userId=${localId}`, 'GET', undefined, bearer),
    () =>
      call(
        `${publicUrl}/api/shares/${share.shareId}/access`,
        'POST',
        { password: share.password },
        {
          origin: publicUrl,
          'x-forwarded-for': addresses[opened++ % addresses.length] ?? '',
        },
      ),
  ];
  const run = async (count: number) => {
    let next = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (next < count) await mix[next++ % mix.length]?.();
      }),
    );
  };
  await run(200); // warm-up
  const usage = () =>
    Object.fromEntries(children.map(({ name, child }) => [name, cpuSeconds(child.pid ?? 0)]));
  const before = usage();
  await run(requests);
  const after = usage();
  // Cores in use at 100 requests/s: CPU seconds per request × 100.
  const cores = Object.fromEntries(
    Object.entries(after).map(([name, seconds]) => [
      name,
      round(((seconds - (before[name] ?? 0)) / requests) * 100),
    ]),
  );
  const loadedMb = memory();
  await stop();
  return {
    coresPer100: cores,
    idleMb,
    loadedMb,
    totalCoresPer100: round(Object.values(cores).reduce((a, b) => a + b, 0)),
  };
};

const signalling = await measurePeers();
say(`signalling with ${peers} peers: ${JSON.stringify(signalling)}`);
const api = await measureApi();
say(`API with ${requests} requests: ${JSON.stringify(api)}`);
say(JSON.stringify({ bench: 'capacity', peers, requests, signalling, api }));
process.exit(0);
