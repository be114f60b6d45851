import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LaunchFault } from '../../bootstrap/fault.mjs';
import type { ChildSpec } from '../processes/child.js';
import { readNothing } from '../processes/output.js';
import { whenPrinted } from '../processes/ready.js';

const packageName = '@jongodb/memory-server-bin-linux-x64-gnu';

const findJongodb = (): string => {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
    return join(dirname(manifest), 'bin/jongodb');
  } catch {
    throw new LaunchFault(
      `The MongoDB stand-in, the optional package ${packageName}, is not installed. Install it with \`npm ci\`, ` +
        'which needs Linux x64 with glibc, or use your own MongoDB: ' +
        'MONGO_URL=mongodb://127.0.0.1:27017/?replicaSet=rs0 npm start',
    );
  }
};

interface MongoOptions {
  port: number;
  runDir: string;
  env: Record<string, string>;
  afterRestart: () => Promise<void>;
}

/** A MongoDB-compatible server with its data in memory. */
export const mongoSpec = ({ port, runDir, env, afterRestart }: MongoOptions): ChildSpec => ({
  name: 'mongo',
  command: findJongodb(),
  args: [`--port=${port}`, '--topology-profile=singleNodeReplicaSet'],
  cwd: runDir,
  env,
  tier: 0,
  ready: whenPrinted(/^JONGODB_URI=/),
  read: readNothing,
  lossNote: 'all data was in memory: shares, plans and logs are lost',
  afterRestart,
});
