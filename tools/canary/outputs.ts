/** Readers of every output of the running product. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type Msg } from '@nats-io/transport-node';
import { silentLogger } from '@tandem/kit';
import { connectMongo } from '@tandem/kit/mongo';
import { brokerAddress } from '../../services/_kit/src/bus/broker-address.js';
import { root } from '../bootstrap/exec.mjs';
import { topology } from '../dev-stack/topology.js';
import type { Source } from './needles.js';

const encode = (value: unknown): string =>
  JSON.stringify(value, (_key, held: unknown) => {
    // Bytes as text: JSON would contain lists of numbers.
    const bytes = held as { type?: string; data?: number[] } | null;
    return bytes?.type === 'Buffer' && bytes.data
      ? Buffer.from(bytes.data).toString('latin1')
      : held;
  });

/**
 * The stand-in database cannot list collections, so every string in a store's source is tried as a name. New collections
 * are covered automatically. A database has the name of its service.
 */
const namesInStores = (folder: string): string[] => {
  const stores = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.store.ts'),
  );
  const sources = stores.map((file) => readFileSync(join(folder, file), 'utf8'));
  return [...new Set(sources.join('\n').match(/(?<=')[a-z][a-z_]{2,40}(?=')/g))];
};

/** Every document of every collection of every database, one source per collection. */
export const databaseRows = async (url: string): Promise<Source[]> => {
  const connection = await connectMongo({ url, database: 'admin', logger: silentLogger });
  try {
    const client = connection.getClient();
    const sources: Source[] = [];
    for (const { name, folder } of topology.filter(({ needs }) => needs.includes('mongo'))) {
      for (const collection of namesInStores(join(root, folder, 'src'))) {
        const rows = await client
          .db(name)
          .collection(collection)
          .find({}, { promoteBuffers: true })
          .toArray();
        if (rows.length === 0) continue;
        const text = rows.map(encode).join('\n');
        sources.push({ name: `row of ${name}.${collection}`, bytes: Buffer.from(text, 'latin1') });
      }
    }
    return sources;
  } finally {
    await connection.close();
  }
};

const messageBytes = (subject: string, headers: string, data: Uint8Array) =>
  Buffer.concat([Buffer.from(`\n${subject}\n${headers}\n`), data]);

const headersOf = (message: Pick<Msg, 'headers'>): string =>
  [...(message.headers ?? [])].map(([name, values]) => `${name}: ${values.join()}`).join('\n');

/** Every message of every stream, one source per stream. */
export const storedEvents = async (url: string): Promise<Source[]> => {
  const connection = await connect(brokerAddress(url));
  try {
    const manager = await jetstreamManager(connection);
    const sources: Source[] = [];
    for await (const { config, state } of manager.streams.list()) {
      const parts: Buffer[] = [];
      // A stream that never had a message begins at 0, which is no valid sequence number.
      for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq += 1) {
        const stored = await manager.streams.getMessage(config.name, { seq });
        if (!stored) continue;
        const headers = [...stored.header].map(([name, values]) => `${name}: ${values.join()}`);
        parts.push(messageBytes(stored.subject, headers.join('\n'), stored.data));
      }
      sources.push({ name: `stream ${config.name}`, bytes: Buffer.concat(parts) });
    }
    return sources;
  } finally {
    await connection.close();
  }
};

/** Every broker message from now on, stored or not. */
export const listenToBroker = async (url: string) => {
  const connection = await connect(brokerAddress(url));
  const parts: Buffer[] = [];
  const subscription = connection.subscribe('>');
  void (async () => {
    for await (const message of subscription) {
      parts.push(messageBytes(message.subject, headersOf(message), message.data));
    }
  })();
  await connection.flush();
  return {
    heard: (): Source => ({ name: 'the broker', bytes: Buffer.concat(parts) }),
    stop: () => connection.close(),
  };
};

export const metricsPages = (urls: Readonly<Record<string, string>>): Promise<Source[]> =>
  Promise.all(
    Object.entries(urls).map(async ([name, url]) => ({
      name: `metrics of ${name}`,
      bytes: Buffer.from(await (await fetch(url)).arrayBuffer()),
    })),
  );

/** The output of every process, one source per process. */
export const processOutputs = (folder: string): Source[] =>
  readdirSync(folder).map((file) => ({
    name: `output of ${file.replace(/\.log$/, '')}`,
    bytes: readFileSync(join(folder, file)),
  }));
