import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../canary/people.js';
import { listFaults, quantile, type Findings, type Round } from '../round.js';
import type { Person, World } from '../world.js';

const callers = 4;
const backlogMs = 30_000;
/** Time in which a service notices that its database is silent; calls until then may take as long. */
const refusalMs = 2_000;

interface Answered {
  status: number;
  millis: number;
  atMs: number;
}

const callUntil = async (
  world: World,
  { cookie }: Person,
  isOver: () => boolean,
): Promise<Answered[]> => {
  const all: Answered[] = [];
  const loop = async () => {
    while (!isOver()) {
      const atMs = performance.now();
      const { status } = await world.tryAsk('POST', '/api/file-shares', {
        headers: { cookie },
        json: world.newShare('frozen.pdf'),
      });
      all.push({ status, millis: performance.now() - atMs, atMs });
      await pause(50);
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
  return all;
};

const entriesOf = async (world: World, { cookie }: Person): Promise<number> => {
  const { text, status } = await world.tryAsk(
    'GET',
    '/api/audit-logs?event=share_created&limit=1000',
    {
      headers: { cookie },
    },
  );
  return status === 200 ? (JSON.parse(text) as unknown[]).length : -1;
};

const freezeOne = async (
  world: World,
  name: 'mongo' | 'nats',
  seconds: number,
): Promise<Findings> => {
  const owner = await world.demoPerson('pro');
  const entriesBefore = await entriesOf(world, owner);
  const thaw = world.freeze(name);
  const beginMs = performance.now();
  const answers = await callUntil(
    world,
    owner,
    () => performance.now() - beginMs > seconds * 1_000,
  ).finally(thaw);
  const thawedMs = performance.now();
  const acknowledged = answers.filter(({ status }) => status === 201).length;
  const refused = answers.filter(({ status }) => status === 503);
  const faults = answers
    .filter(({ status }) => status !== 201 && status !== 503)
    .map(({ status }) => `while ${name} was frozen, a call was answered ${status}`);
  if (name === 'nats' && refused.length > 0) {
    faults.push(`${refused.length} creates were refused while the broker was frozen`);
  }
  const wanted = Math.min(1_000, entriesBefore + acknowledged);
  await until(
    'the backlog is gone',
    async () => (await entriesOf(world, owner)) >= wanted,
    backlogMs * 2,
  ).catch(() => faults.push(`after ${name} was frozen, the log lacks entries`));
  const backlogSeconds = (performance.now() - thawedMs) / 1_000;
  const millis = refused.map((one) => one.millis);
  return {
    counts: {
      [`calls while ${name} was frozen`]: answers.length,
      [`answered 503 (${name})`]: refused.length,
    },
    measures: [
      ...(name === 'mongo'
        ? [
            { name: '503 after, p50', value: quantile(millis, 0.5), unit: 'ms' },
            {
              ...{ name: '503 after, at most', value: Math.max(0, ...millis), unit: 'ms' },
              atMost: refusalMs,
            },
          ]
        : []),
      {
        ...{ name: `backlog of ${name} gone after`, value: backlogSeconds, unit: 's' },
        atMost: backlogMs / 1_000,
      },
    ],
    series: [
      {
        name: `answers while ${name} was frozen`,
        unit: 'ms',
        points: answers.map(({ atMs, millis: took }) => [(atMs - beginMs) / 1_000, took]),
      },
    ],
    faults,
  };
};

export const frozen: Round = {
  id: 'R12',
  title: 'Database and broker are suspended',
  weight: 2,
  run: async ({ world, seconds }) => {
    const parts: Findings[] = [];
    for (const name of ['mongo', 'nats'] as const) {
      parts.push(await freezeOne(world, name, Math.min(60, seconds / 2)));
      await world.settled();
    }
    return {
      counts: Object.assign({}, ...parts.map(({ counts }) => counts)) as Record<string, number>,
      measures: parts.flatMap(({ measures }) => measures),
      series: parts.flatMap(({ series = [] }) => series),
      faults: listFaults(parts.flatMap(({ faults }) => faults)),
    };
  },
};
