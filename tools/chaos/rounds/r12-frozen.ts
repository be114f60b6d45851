import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../canary/people.js';
import { listFaults, quantile, type Findings, type Measure, type Round } from '../round.js';
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
  const path = '/api/audit-logs?event=share_created&limit=1000';
  const { text, status } = await world.tryAsk('GET', path, { headers: { cookie } });
  return status === 200 ? (JSON.parse(text) as unknown[]).length : -1;
};

type Frozen = 'mongo' | 'nats';

const faultsIn = (name: Frozen, answers: readonly Answered[]): string[] => {
  const unexpected = answers.filter(({ status }) => status !== 201 && status !== 503);
  const refusals = answers.filter(({ status }) => status === 503).length;
  return [
    ...unexpected.map(({ status }) => `while ${name} was frozen, a call was answered ${status}`),
    ...(name === 'nats' && refusals > 0
      ? [`${refusals} creates were refused while the broker was frozen`]
      : []),
  ];
};

/** How long refusals took; with the broker frozen there must be none. */
const refusalMeasures = (millis: readonly number[]): Measure[] => [
  { name: '503 after, p50', value: quantile(millis, 0.5), unit: 'ms' },
  {
    name: '503 after, at most',
    value: Math.max(0, ...millis),
    unit: 'ms',
    atMost: refusalMs,
    isTime: true,
  },
];

const freezeOne = async (world: World, name: Frozen, seconds: number): Promise<Findings> => {
  const owner = await world.demoPerson('pro');
  const entriesBefore = await entriesOf(world, owner);
  const thaw = world.freeze(name);
  const beginMs = performance.now();
  const isOver = () => performance.now() - beginMs > seconds * 1_000;
  const answers = await callUntil(world, owner, isOver).finally(thaw);
  const thawedMs = performance.now();
  const acknowledged = answers.filter(({ status }) => status === 201).length;
  const refused = answers.filter(({ status }) => status === 503);
  const faults = faultsIn(name, answers);
  const wanted = Math.min(1_000, entriesBefore + acknowledged);
  const isBacklogGone = async () => (await entriesOf(world, owner)) >= wanted;
  await until('the backlog is gone', isBacklogGone, backlogMs * 2).catch(() =>
    faults.push(`after ${name} was frozen, the log lacks entries`),
  );
  const backlogSeconds = (performance.now() - thawedMs) / 1_000;
  return {
    counts: {
      [`calls while ${name} was frozen`]: answers.length,
      [`answered 503 (${name})`]: refused.length,
    },
    measures: [
      ...(name === 'mongo' ? refusalMeasures(refused.map(({ millis }) => millis)) : []),
      {
        name: `backlog of ${name} gone after`,
        value: backlogSeconds,
        unit: 's',
        atMost: backlogMs / 1_000,
        isTime: true,
      },
    ],
    series: [
      {
        name: `answers while ${name} was frozen`,
        unit: 'ms',
        points: answers.map(({ atMs, millis }) => [(atMs - beginMs) / 1_000, millis]),
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
