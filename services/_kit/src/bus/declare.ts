/**
 * Creates the streams and consumers of a manifest with the configured number of replicas, before or after the
 * services start:  NATS_URL=… node dist/bus/declare.js streams.json
 *
 * Idempotent: unchanged objects are skipped, changed ones are updated in place, none are deleted.
 */

import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { z } from 'zod';
import { missingTls } from '../process/require-tls.js';
import { brokerAddress } from './broker-address.js';
import { declareConsumer, declareStream } from './streams.js';

const source = z.string().regex(/^[a-z][a-z-]*$/);

const streamManifest = z.strictObject({
  /** Replicas of each stream; needs at least that many NATS servers. */
  replicas: z.number().int().min(1).max(5).default(1),
  /** Maximum size of every stream except the dead-letter stream; the broker reserves it. */
  streamGiB: z.number().int().min(1).default(1),
  streams: z.array(z.strictObject({ source })),
  consumers: z.array(z.strictObject({ source, durable: source })),
});

export type StreamManifest = z.input<typeof streamManifest>;

/** One line per object: its name and whether it was created, updated or unchanged. */
export const declareAll = async (url: string, manifest: StreamManifest): Promise<string[]> => {
  const { streams, consumers, ...size } = streamManifest.parse(manifest);
  const connection = await connect({ ...brokerAddress(url), name: 'declare', timeout: 10_000 });
  try {
    const manager = await jetstreamManager(connection);
    const lines: string[] = [];
    for (const { source } of streams) {
      lines.push(`stream ${source}: ${await declareStream(manager, source, size)}`);
    }
    for (const { source, durable } of consumers) {
      lines.push(
        `consumer ${durable} of ${source}: ${await declareConsumer(manager, source, durable)}`,
      );
    }
    return lines;
  } finally {
    await connection.close();
  }
};

interface RetryOptions {
  retryMs?: number;
  /** Called with the reason of each attempt that fails. */
  onFailure?: (reason: string) => void;
}

/**
 * Like `declareAll`, but retries while the broker does not answer or refuses the user: in a first installation, the broker
 * loads its passwords only after they have been made. Retries without limit; the Job has a deadline.
 */
export const declareEventually = async (
  url: string,
  manifest: StreamManifest,
  { retryMs = 5_000, onFailure = () => undefined }: RetryOptions = {},
): Promise<string[]> => {
  streamManifest.parse(manifest);
  brokerAddress(url);
  for (;;) {
    try {
      return await declareAll(url, manifest);
    } catch (error) {
      onFailure(String(error));
      await delay(retryMs);
    }
  }
};

const [, program = '', file] = process.argv;
if (program.endsWith('/declare.js') && file) {
  const faults = missingTls(process.env);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  // Process 1 of a container ignores signals without a handler.
  process.once('SIGTERM', () => process.exit(1));
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as StreamManifest;
  let last = '';
  const onFailure = (reason: string) => {
    if (reason !== last) process.stderr.write(`waiting for the broker: ${reason}\n`);
    last = reason;
  };
  const url = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222';
  const lines = await declareEventually(url, manifest, { onFailure });
  process.stdout.write(`${lines.join('\n')}\n`);
}
