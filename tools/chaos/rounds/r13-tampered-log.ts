import { silentLogger } from '@tandem/kit';
import { connectMongo, isDuplicateKey } from '@tandem/kit/mongo';
import { until } from '../../canary/people.js';
import type { Random } from '../random.js';
import { listFaults, type Round } from '../round.js';
import type { Person, World } from '../world.js';

type Row = Record<string, unknown> & { _id: string };
type Collection = Awaited<ReturnType<typeof openEntries>>['entries'];

const accesses = 6;

const openEntries = async (mongoUrl: string) => {
  const connection = await connectMongo({ url: mongoUrl, database: 'audit', logger: silentLogger });
  return { entries: connection.collection<Row>('entries'), close: () => connection.close() };
};

const verdict = async (world: World, { cookie }: Person): Promise<boolean> => {
  const { json, status } = await world.ask('GET', '/api/audit-logs/verify', {
    headers: { cookie },
  });
  if (status !== 200) throw new Error(`verify: ${status}`);
  return json['isValid'] === true;
};

const flip = (value: unknown, random: Random): unknown => {
  if (typeof value === 'string' && value !== '') {
    const at = random.below(value.length);
    const code = value.charCodeAt(at) ^ (1 << random.below(7));
    return value.slice(0, at) + String.fromCharCode(code) + value.slice(at + 1);
  }
  if (typeof value === 'number') return value ^ (1 << random.below(20));
  if (value instanceof Date) return new Date(value.getTime() ^ (1 << random.below(20)));
  return undefined;
};

/** Paths of the values of a row that the chain covers. */
const pathsOf = (row: object, prefix = ''): string[] =>
  Object.entries(row).flatMap(([key, value]: [string, unknown]) => {
    const path = `${prefix}${key}`;
    const isLeaf = typeof value !== 'object' || value === null || value instanceof Date;
    return isLeaf
      ? [path]
      : Object.getPrototypeOf(value) === Object.prototype
        ? pathsOf(value, `${path}.`)
        : [];
  });

const at = (row: Row, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], row);

interface Damage {
  what: string;
  restore: () => Promise<unknown>;
}

/** Damages a log in the database, as someone with access to it could. */
const damage = async (
  entries: Collection,
  uid: string,
  random: Random,
): Promise<Damage | undefined> => {
  const rows = await entries.find({ ownerUid: uid }).sort({ seq: 1 }).toArray();
  const row = random.oneOf(rows) as Row;
  const way = random.below(4);
  if (way === 0) {
    await entries.deleteOne({ _id: row._id });
    return { what: 'a deleted entry', restore: () => entries.insertOne(row) };
  }
  if (way === 1) {
    const newest = rows.slice(1 + random.below(rows.length - 1)) as Row[];
    for (const one of newest) await entries.deleteOne({ _id: one._id });
    return {
      what: `a log rolled back by ${newest.length}`,
      restore: async () => {
        for (const one of newest) await entries.insertOne(one);
      },
    };
  }
  const path = random.oneOf(pathsOf(row).filter((one) => one !== '_id'));
  const changed = flip(at(row, path), random);
  if (changed === undefined) return undefined;
  try {
    await entries.updateOne({ _id: row._id }, { $set: { [path]: changed } });
  } catch (error) {
    // Another entry has this position.
    if (isDuplicateKey(error)) return undefined;
    throw error;
  }
  return {
    what: `a flipped bit of ${path}`,
    restore: () => entries.updateOne({ _id: row._id }, { $set: { [path]: at(row, path) } }),
  };
};

const fillLog = async (world: World): Promise<Person> => {
  const owner = await world.newPerson();
  const { shareId, password } = await world.createShare(owner, 'logged.pdf');
  for (let count = 1; count <= accesses; count += 1) {
    await world.ask('POST', `/api/shares/${shareId}/access`, {
      headers: { 'x-forwarded-for': `10.99.${count}.1` },
      json: { password },
    });
  }
  await until('the log is complete', async () => {
    const { text } = await world.ask('GET', '/api/audit-logs', {
      headers: { cookie: owner.cookie },
    });
    return (JSON.parse(text) as unknown[]).length === accesses + 1;
  });
  return owner;
};

export const tamperedLog: Round = {
  id: 'R13',
  title: 'The audit log is changed in the database',
  weight: 1,
  run: async ({ world, random, seconds }) => {
    const { entries, close } = await openEntries(world.mongoUrl);
    const faults: string[] = [];
    const counts = { 'flipped bits': 0, 'deleted or rolled back': 0, 'verified unchanged': 0 };
    try {
      const owner = await fillLog(world);
      const endMs = performance.now() + seconds * 1_000;
      do {
        const done = await damage(entries, owner.uid, random);
        if (!done) continue;
        if (await verdict(world, owner)) faults.push(`${done.what} was not found`);
        counts[done.what.startsWith('a flipped') ? 'flipped bits' : 'deleted or rolled back'] += 1;
        await done.restore();
        if (!(await verdict(world, owner))) faults.push(`after ${done.what} was restored: invalid`);
        counts['verified unchanged'] += 1;
      } while (performance.now() < endMs);
    } finally {
      await close();
    }
    return { counts, measures: [], faults: listFaults(faults) };
  },
};
