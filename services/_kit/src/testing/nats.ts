import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasDocker } from './docker.js';
import { freePort, startProcess, suspendProcess } from './process.js';

export interface TestNats {
  url: string;
  kind: 'container' | 'local process';
  stop(): Promise<void>;
}

export interface LocalNats extends TestNats {
  /** Its connections stay open. */
  suspend(): Promise<void>;
  resume(): void;
  /** Ends it as it is, also while it is suspended. */
  kill(): Promise<void>;
  /** Reads its configuration file again. */
  reload(): void;
}

interface NatsOptions {
  port?: number;
  storeDir?: string;
  configFile?: string;
}

const image = 'nats:2.10';

const startContainer = async (): Promise<TestNats> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(image)
    .withCommand(['-js'])
    .withExposedPorts(4222)
    .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
    .start();
  return {
    url: `nats://${container.getHost()}:${container.getMappedPort(4222)}`,
    kind: 'container',
    stop: async () => {
      await container.stop();
    },
  };
};

/** With a fixed `port` and `storeDir` a test can stop the broker and restart it with its data. */
export const startLocalNats = async (options: NatsOptions = {}): Promise<LocalNats> => {
  const port = options.port ?? (await freePort());
  const storeDir = options.storeDir ?? (await mkdtemp(join(tmpdir(), 'tandem-nats-')));
  const { child, stop } = await startProcess(
    'nats-server',
    [
      ...['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', storeDir],
      ...(options.configFile === undefined ? [] : ['-c', options.configFile]),
    ],
    /Server is ready/,
  );
  const resume = () => void child.kill('SIGCONT');
  return {
    url: `nats://127.0.0.1:${port}`,
    kind: 'local process',
    suspend: () => suspendProcess(child),
    resume,
    kill: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    reload: () => void child.kill('SIGHUP'),
    stop: async () => {
      resume();
      await stop();
      if (!options.storeDir) await rm(storeDir, { recursive: true, force: true });
    },
  };
};

/** NATS with JetStream for component tests. */
export const startNats = async (options: NatsOptions = {}): Promise<TestNats> => {
  const mustBeLocal = Object.keys(options).length > 0;
  const nats = hasDocker() && !mustBeLocal ? await startContainer() : await startLocalNats(options);
  process.stderr.write(`NATS for this test: ${nats.kind}\n`);
  return nats;
};
