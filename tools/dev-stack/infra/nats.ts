import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { root } from '../../bootstrap/exec.mjs';
import { natsAdministrator, renderNatsAuthorization } from '../../topology/nats.js';
import { streamManifest } from '../../topology/services.js';
import type { ChildSpec } from '../processes/child.js';
import { readNats } from '../processes/output.js';
import { whenPrinted } from '../processes/ready.js';

interface NatsOptions {
  program: string;
  port: number;
  runDir: string;
  passwordOf: (user: string) => string;
  env: Record<string, string>;
}

const declareRetryMs = 250;

type Declare = (url: string, manifest: typeof streamManifest) => Promise<string[]>;

/** Declares streams and consumers, which the services may not. */
const declareStreams = async (url: string, signal: AbortSignal): Promise<void> => {
  // Under a computed name: the build output does not exist when the tools are type-checked.
  const script = pathToFileURL(join(root, 'services/_kit/dist/bus/declare.js')).href;
  const { declareAll } = (await import(script)) as { declareAll: Declare };
  while (!signal.aborted) {
    try {
      await declareAll(url, streamManifest);
      return;
    } catch {
      // A broker that has just restarted may still be recovering its streams.
      await delay(declareRetryMs, undefined, { signal });
    }
  }
};

/** The address of the broker for one of its users. */
export const natsUrlFor = (
  user: string,
  { port, passwordOf }: Pick<NatsOptions, 'port' | 'passwordOf'>,
) => `nats://${user}:${passwordOf(user)}@127.0.0.1:${port}`;

/** nats-server with JetStream and a user for each service; its data is removed with the run directory. */
export const natsSpec = ({ program, port, runDir, passwordOf, env }: NatsOptions): ChildSpec => {
  const config = join(runDir, 'nats.conf');
  writeFileSync(config, renderNatsAuthorization(passwordOf), { mode: 0o600 });
  return {
    name: 'nats',
    command: program,
    args: [
      ...['-c', config, '-a', '127.0.0.1', '-p', String(port)],
      ...['-js', '-sd', join(runDir, 'jetstream')],
    ],
    cwd: runDir,
    env,
    tier: 0,
    ready: async (run) => {
      await whenPrinted(/Server is ready/)(run);
      await declareStreams(natsUrlFor(natsAdministrator, { port, passwordOf }), run.signal);
    },
    read: readNats,
  };
};
