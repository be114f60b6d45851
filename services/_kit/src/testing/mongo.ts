import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hasDocker } from './docker.js';
import { freePort, startProcess, suspendProcess } from './process.js';

export interface TestMongo {
  url: string;
  /** Shown in the test report. */
  kind: 'container' | 'local process';
  stop(): Promise<void>;
}

const image = 'mongo:7';

const startContainer = async (): Promise<TestMongo> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(image)
    .withCommand(['--replSet', 'rs0', '--bind_ip_all'])
    .withExposedPorts(27_017)
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/))
    .start();
  await container.exec(['mongosh', '--quiet', '--eval', 'rs.initiate()']);
  return {
    url: `mongodb://${container.getHost()}:${container.getMappedPort(27_017)}/?directConnection=true`,
    kind: 'container',
    stop: async () => {
      await container.stop();
    },
  };
};

export interface LocalMongo extends TestMongo {
  /** Its connections stay open. */
  suspend(): Promise<void>;
  resume(): void;
}

/** An optional package: it exists for one platform. */
const packageName = '@jongodb/memory-server-bin-linux-x64-gnu';

const findJongodb = (): string => {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
    return join(dirname(manifest), 'bin/jongodb');
  } catch (cause) {
    throw new Error(
      `This test needs ${packageName}, which npm ci installs on Linux x64 with glibc only.`,
      { cause },
    );
  }
};

export const startLocalMongo = async (): Promise<LocalMongo> => {
  const program = findJongodb();
  const port = await freePort();
  const { child, match, stop } = await startProcess(
    program,
    [`--port=${port}`, '--topology-profile=singleNodeReplicaSet'],
    /JONGODB_URI=(\S+)/,
  );
  // The server ends each streaming heartbeat, which the driver treats as a lost connection (see mongo/connect.ts).
  const resume = () => void child.kill('SIGCONT');
  return {
    url: `${match[1] ?? ''}&serverMonitoringMode=poll`,
    kind: 'local process',
    suspend: () => suspendProcess(child),
    resume,
    stop: async () => {
      resume();
      await stop();
    },
  };
};

/** MongoDB for component tests: a container where Docker is available, a local process otherwise. */
export const startMongo = async (): Promise<TestMongo> => {
  const mongo = hasDocker() ? await startContainer() : await startLocalMongo();
  process.stderr.write(`MongoDB for this test: ${mongo.kind}\n`);
  return mongo;
};
