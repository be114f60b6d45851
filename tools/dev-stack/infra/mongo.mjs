import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LaunchFault } from '../../bootstrap/fault.mjs';
import { readNothing } from '../processes/output.mjs';
import { whenPrinted } from '../processes/ready.mjs';

const PACKAGE = '@jongodb/memory-server-bin-linux-x64-gnu';

/** Resolved late: the package is not there before the first installation. */
const findJongodb = () => {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
    return join(dirname(manifest), 'bin/jongodb');
  } catch {
    throw new LaunchFault(
      `The MongoDB stand-in exists for Linux on x64 only (this is ${process.platform} on ${process.arch}). ` +
        'Use a MongoDB you have: MONGO_URL=mongodb://127.0.0.1:27017/?replicaSet=rs0 npm start',
    );
  }
};

/**
 * A MongoDB-compatible server that keeps everything in memory.
 * @param {{port: number, runDir: string, env: Record<string, string>, afterRestart: () => Promise<void>}} options
 * @returns {import('../processes/child.mjs').ChildSpec}
 */
export const mongoSpec = ({ port, runDir, env, afterRestart }) => ({
  name: 'mongo',
  command: findJongodb(),
  args: [`--port=${port}`, '--topology-profile=singleNodeReplicaSet'],
  cwd: runDir,
  env,
  tier: 0,
  ready: whenPrinted(/^JONGODB_URI=/),
  read: readNothing,
  lossNote: 'it kept all data in memory: shares, plans and logs are gone',
  afterRestart,
});
