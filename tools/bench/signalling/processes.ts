import { spawn, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseKeyring, silentLogger, createRegistry } from '../../../services/_kit/dist/index.js';
import { grpcService, serveGrpc } from '../../../services/_kit/dist/grpc/index.js';
import { SharesServiceDefinition } from '../../../proto/dist/gen/tandem/shares/v1/shares.js';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** Servers get the first core and the load the second, where the machine has two and can pin. */
const canPin = (() => {
  try {
    execFileSync('taskset', ['-c', '0', 'true'], { stdio: 'ignore' });
    return availableParallelism() > 1;
  } catch {
    return false;
  }
})();
export const pinning = canPin ? 'server on core 0, load on core 1' : 'not pinned';
const pinned = (/** @type {number | undefined} */ core, /** @type {string[]} */ command) =>
  canPin && core !== undefined ? ['taskset', '-c', String(core), ...command] : command;

/** Put this very process on a core. @param {number} core */
export const pinSelf = (core) => {
  if (!canPin) return;
  execFileSync('taskset', ['-a', '-cp', String(core), String(process.pid)], { stdio: 'ignore' });
};

/**
 * @typedef {object} Running
 * @property {number} port
 * @property {number} pid
 * @property {(signal?: NodeJS.Signals) => Promise<void>} stop
 */

/**
 * @param {string[]} command
 * @param {RegExp} ready its first group is the port
 * @param {{env?: Record<string, string>, core?: number | undefined}} options
 * @returns {Promise<Running>}
 */
const start = async (command, ready, { env = {}, core }) => {
  const [program = '', ...rest] = pinned(core, command);
  const child = spawn(program, rest, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const port = await new Promise((resolve, reject) => {
    let output = '';
    const read = (/** @type {Buffer} */ chunk) => {
      if (output.length > 100_000) return;
      output += chunk.toString();
      const match = ready.exec(output);
      if (match) resolve(Number(match[1] ?? 0));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${command.join(' ')}: ${code}\n${output}`)));
  });
  return {
    port,
    pid: child.pid ?? 0,
    stop: async (signal = 'SIGTERM') => {
      process.off('exit', kill);
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
};

const node = [process.execPath, '--expose-gc', '--import', here('./gc-on-signal.mjs')];

/**
 * One of the servers we are held against.
 * @param {string} script
 * @param {number | undefined} core
 * @param {Record<string, string>} [env]
 */
export const startPeerServer = (script, core, env = {}) =>
  start([...node, here(script)], /listening (\d+)/, { core, env });

/** What our own service needs around it: a broker, and shares to ask about rooms in doubt. */
export const startSurroundings = async () => {
  const storeDir = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  const nats = await start(
    ['nats-server', '-a', '127.0.0.1', '-p', '-1', '-js', '-sd', storeDir],
    /127\.0\.0\.1:(\d+)[\s\S]*Server is ready/,
    { core: 1 },
  );
  const unused = Object.fromEntries(
    Object.keys(SharesServiceDefinition.methods).map((name) => [
      name,
      () => Promise.reject(new Error('not part of the bench')),
    ]),
  );
  const shares = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    registry: createRegistry('bench'),
    services: [
      grpcService(SharesServiceDefinition, {
        ...unused,
        getShareInfo: async ({ shareId }) => ({
          shareId,
          ownerUid: 'o',
          isActive: true,
          expiresAt: new Date(Date.now() + 86_400_000),
        }),
      }),
    ],
  });
  const grantKeys = `bench:${randomBytes(32).toString('base64url')}`;
  return {
    keys: parseKeyring(grantKeys),
    env: {
      HOST: '127.0.0.1',
      WS_PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'info',
      NATS_URL: `nats://127.0.0.1:${nats.port}`,
      SHARES_ADDR: `127.0.0.1:${shares.port}`,
      IDENTITY_ADDR: '127.0.0.1:1',
      GRANT_KEYS: grantKeys,
      PUBLIC_URL: 'http://localhost:8080',
      DRAIN_SPREAD_MS: '0',
      // The load comes from one address, and a few sockets send what thousands would.
      MAX_SOCKETS_PER_ADDRESS: '1000000',
      MESSAGES_PER_SECOND: '1000000000',
      MESSAGE_BURST: '1000000000',
    },
    stop: async () => {
      await shares.stop();
      await nats.stop();
      await rm(storeDir, { recursive: true, force: true });
    },
  };
};

/** @typedef {Awaited<ReturnType<typeof startSurroundings>>} Surroundings */

/** @param {Surroundings} surroundings @param {string} podId @param {number | undefined} core */
export const startOurs = (surroundings, podId, core) =>
  start(
    [...node, here('../../../services/signalling/dist/main.js')],
    /"port":(\d+)[^\n]*accepting sockets[\s\S]*"msg":"ready"/,
    { env: { ...surroundings.env, POD_ID: podId }, core },
  );

/** Seconds of CPU time a process has used, all its threads. @param {number} pid */
export const cpuSeconds = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
};
const clockTicksPerSecond = 100;

/** Resident bytes of a process after a garbage collection. @param {number} pid */
export const residentBytes = async (pid) => {
  process.kill(pid, 'SIGUSR2');
  await pause(1_000);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
};
