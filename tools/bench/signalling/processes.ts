import { spawn, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import {
  SharesServiceDefinition,
  type SharesServiceImplementation,
} from '../../../proto/dist/gen/tandem/shares/v1/shares.js';
import { writeCertificates } from '../../../services/_kit/dist/certificates/files.js';
import { grpcService, serveGrpc } from '../../../services/_kit/dist/grpc/index.js';
import {
  createRegistry,
  parseKeyring,
  publicKeysOf,
  signingKeys,
  silentLogger,
} from '../../../services/_kit/dist/index.js';
import {
  testAssertions,
  testAuthority,
  testCredentials,
} from '../../../services/_kit/dist/testing/credentials.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Whether servers can run on the first core and the load on the second. */
const canPin = (() => {
  try {
    execFileSync('taskset', ['-c', '0', 'true'], { stdio: 'ignore' });
    return availableParallelism() > 1;
  } catch {
    return false;
  }
})();
export const pinning = canPin ? 'server on core 0, load on core 1' : 'not pinned';
const pinned = (core: number | undefined, command: string[]) =>
  canPin && core !== undefined ? ['taskset', '-c', String(core), ...command] : command;

/** Pins this process to a core. */
export const pinSelf = (core: number): void => {
  if (!canPin) return;
  execFileSync('taskset', ['-a', '-cp', String(core), String(process.pid)], { stdio: 'ignore' });
};

export interface Running {
  port: number;
  pid: number;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

interface StartOptions {
  env?: Record<string, string>;
  core: number | undefined;
}

/** @param ready matches the output of a started process; its first group is the port */
const start = async (
  command: string[],
  ready: RegExp,
  { env = {}, core }: StartOptions,
): Promise<Running> => {
  const [program = '', ...rest] = pinned(core, command);
  const child = spawn(program, rest, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const port = await new Promise<number>((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      if (output.length > 100_000) return;
      output += chunk.toString();
      const match = ready.exec(output);
      if (match) resolve(Number(match[1] ?? 0));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`${command.join(' ')}: ${String(code)}\n${output}`));
    });
  });
  return {
    port,
    pid: child.pid ?? 0,
    stop: async (signal = 'SIGTERM') => {
      process.off('exit', kill);
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
};

const bundles = here('../dist/');

/**
 * Compiles a program, so that the measured processes run without the TypeScript hooks. Returns the path of its
 * JavaScript.
 */
const compile = (script: string): string => {
  const { outputFiles } = buildSync({
    entryPoints: [here(script)],
    outdir: bundles,
    outbase: here('..'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    write: false,
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`${script} compiles to nothing`);
  mkdirSync(dirname(file.path), { recursive: true });
  writeFileSync(file.path, file.contents);
  return file.path;
};

interface NodeOptions {
  /** Upper limit of V8's young generation; by default V8 lets it grow with the rate of allocations, to 48 MB. */
  semiSpaceMb?: number;
}

const nodeArgs = ({ semiSpaceMb }: NodeOptions = {}) => [
  process.execPath,
  '--expose-gc',
  ...(semiSpaceMb === undefined ? [] : [`--max-semi-space-size=${semiSpaceMb}`]),
  '--import',
  compile('./gc-on-signal.ts'),
];

/** Starts one of the servers that ours are compared with. */
export const startPeerServer = (
  script: string,
  core: number | undefined,
  { env, ...options }: NodeOptions & { env?: Record<string, string> } = {},
): Promise<Running> =>
  start([...nodeArgs(options), compile(script)], /listening (\d+)/, { core, ...(env && { env }) });

/** What the signalling service depends on: a broker, and the shares service for rooms that need a re-check. */
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
  ) as unknown as SharesServiceImplementation;
  const tlsDir = join(storeDir, 'tls');
  writeCertificates(tlsDir, await (await testAuthority()).issue('signalling'));
  const shares = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    registry: createRegistry('bench'),
    credentials: await testCredentials('shares'),
    assertions: testAssertions('shares'),
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
    keys: signingKeys(parseKeyring(grantKeys)),
    env: {
      HOST: '127.0.0.1',
      WS_PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'info',
      NATS_URL: `nats://127.0.0.1:${nats.port}`,
      SHARES_ADDR: `127.0.0.1:${shares.port}`,
      TLS_DIR: tlsDir,
      IDENTITY_ADDR: '127.0.0.1:1',
      GRANT_PUBLIC_KEYS: publicKeysOf(grantKeys),
      PUBLIC_URL: 'http://localhost:8080',
      DRAIN_SPREAD_MS: '0',
      // All load comes from one address, and few sockets send the messages of thousands.
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

export type Surroundings = Awaited<ReturnType<typeof startSurroundings>>;

export const startOurs = (
  surroundings: Surroundings,
  podId: string,
  core: number | undefined,
  options?: NodeOptions,
): Promise<Running> =>
  start(
    [...nodeArgs(options), here('../../../services/signalling/dist/bundle/main.js')],
    /"port":(\d+)[^\n]*accepting sockets[\s\S]*"msg":"ready"/,
    { env: { ...surroundings.env, POD_ID: podId }, core },
  );

/** CPU seconds of all threads of a process. */
export const cpuSeconds = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
};
const clockTicksPerSecond = 100;

/** Resident bytes of a process after a garbage collection. */
export const residentBytes = async (pid: number): Promise<number> => {
  process.kill(pid, 'SIGUSR2');
  await pause(1_000);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
};
