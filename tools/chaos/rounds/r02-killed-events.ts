import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../canary/people.js';
import { atRate } from '../rate.js';
import {
  listFaults,
  quantile,
  type Measure,
  type Round,
  type RoundContext,
  type Series,
} from '../round.js';
import type { Person, Share, World } from '../world.js';

/** The database keeps its data in memory: killing it would lose what it acknowledged. */
const victims = ['shares', 'audit', 'identity', 'analytics', 'nats', 'gateway'];
const betweenKillsMs = 1_500;
/** 100,000 in an hour, with the time that fresh databases cost. */
const accessesPerSecond = 36;
/** The stand-in of the database reads whole collections: with more entries it would be what the round measures. */
const secondsPerDatabase = 75;
const owners = 4;

interface Sent {
  sentMs: number;
  ackedMs: number;
  seenMs?: number;
}

/** Each access has its own address, which identifies its entry. */
const addressOf = (count: number): string =>
  `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;

/** Accesses of one owner, whose log is read with a single request (1,000 entries) at the end. */
const maxPerOwner = 900;

/** How often each address is among the newest entries of the log; null while the log cannot be read. */
const readAddresses = async (
  world: World,
  { cookie }: Person,
  entries = 1_000,
): Promise<Map<string, number> | null> => {
  const path = `/api/audit-logs?event=access_attempt&limit=${entries}`;
  const { text, status } = await world.tryAsk('GET', path, { headers: { cookie } });
  if (status !== 200) return null;
  const counted = new Map<string, number>();
  for (const { ipAddress } of JSON.parse(text) as { ipAddress: string }[]) {
    counted.set(ipAddress, (counted.get(ipAddress) ?? 0) + 1);
  }
  return counted;
};

interface Target {
  owner: Person;
  share: Share;
  sent: Map<string, Sent>;
  /** Not acknowledged: their entries may be missing, or be there once. */
  unclear: Set<string>;
}

const newTarget = async (world: World): Promise<Target> => {
  const owner = await world.newPerson();
  const share = await world.createShare(owner, 'killed.pdf');
  return { owner, share, sent: new Map(), unclear: new Set() };
};

/**
 * How many of the newest entries reach back to the oldest one that is missing: the log is in the order in which shares
 * were accessed, not in that in which entries arrive. Accesses sent during this read are found by the next one.
 */
const newestOf = ({ sent, unclear }: Target): number => {
  const all = [...sent.values()];
  const unseen = all.filter(({ seenMs }) => seenMs === undefined);
  const oldestMs = Math.min(...unseen.map(({ sentMs }) => sentMs));
  const after = all.filter(({ ackedMs }) => ackedMs >= oldestMs).length;
  return Math.min(1_000, after + unclear.size + 20);
};

/** How long the last events may take to become visible. */
const patienceMs = 60_000;

const isFull = ({ sent, unclear }: Target) => sent.size + unclear.size >= maxPerOwner;
const isSeen = ({ sent }: Target) => [...sent.values()].every(({ seenMs }) => seenMs !== undefined);

/** What is wrong with the log of a target at the end. */
const faultsIn = async (world: World, { owner, sent, unclear }: Target): Promise<string[]> => {
  const seen = await readAddresses(world, owner);
  if (seen === null) return ['a log cannot be read after the kills'];
  const faults: string[] = [];
  for (const [address, { seenMs }] of sent) {
    const times = seen.get(address) ?? 0;
    if (seenMs === undefined) faults.push(`not visible in time (${address})`);
    if (times === 0) faults.push(`an acknowledged access is not in the log (${address})`);
    if (times > 1) faults.push(`an access is in the log ${times} times (${address})`);
  }
  for (const address of unclear) {
    if ((seen.get(address) ?? 0) > 1) faults.push(`an access is in the log twice (${address})`);
  }
  const { json, status } = await world.ask('GET', '/api/audit-logs/verify', {
    headers: { cookie: owner.cookie },
  });
  if (status !== 200 || json['isValid'] !== true) {
    faults.push(`a log does not verify: ${status} ${String(json['detail'])}`);
  }
  return faults;
};

/** Reads the logs of targets until it is stopped. */
const createWatcher = (world: World) => {
  const targets: Target[] = [];
  const loops: Promise<void>[] = [];
  let isWatching = true;
  const markSeen = async (target: Target) => {
    const seen = await readAddresses(world, target.owner, newestOf(target));
    const nowMs = performance.now();
    for (const [address, one] of target.sent) if (seen?.has(address)) one.seenMs ??= nowMs;
  };
  /** Each log in a loop of its own: a read that waits must not delay the others, which would count as their events' time. */
  const watch = async (target: Target) => {
    while (isWatching) {
      if (!isSeen(target)) await markSeen(target);
      await pause(250);
    }
  };
  return {
    targets,
    open: () => targets.filter((one) => !isFull(one)),
    add: (target: Target) => {
      targets.push(target);
      loops.push(watch(target));
    },
    stop: async () => {
      isWatching = false;
      await Promise.all(loops);
    },
  };
};

type Watcher = ReturnType<typeof createWatcher>;

const access = async (world: World, target: Target, address: string): Promise<void> => {
  const { shareId, password } = target.share;
  // Until the answer its entry may be in the log, so the read must allow for it.
  target.unclear.add(address);
  const sentMs = performance.now();
  const { status } = await world.tryAsk('POST', `/api/shares/${shareId}/access`, {
    headers: { 'x-forwarded-for': address },
    json: { password },
  });
  if (status !== 200) return;
  target.unclear.delete(address);
  target.sent.set(address, { sentMs, ackedMs: performance.now() });
};

/** Accesses open targets at the rate of the round; returns the number of attempts. */
const accessUntil = async (
  { world, random }: RoundContext,
  watcher: Watcher,
  endMs: number,
): Promise<number> => {
  let attempts = 0;
  await atRate(accessesPerSecond, endMs, async () => {
    const open = watcher.open();
    if (open.length === 0) return;
    const target = random.oneOf(open);
    attempts += 1;
    await access(world, target, addressOf(attempts));
  });
  return attempts;
};

/** Adds targets before the logs of the others are full. */
const addTargetsUntil = async (world: World, watcher: Watcher, endMs: number): Promise<void> => {
  while (performance.now() < endMs) {
    // Fails while a process is down.
    if (watcher.open().length < owners) await newTarget(world).then(watcher.add, () => undefined);
    await pause(500);
  }
};

/** Kills one process at a time, but at any moment of the previous one's restart. Returns the number of kills. */
const killUntil = async ({ world, random }: RoundContext, endMs: number): Promise<number> => {
  let kills = 0;
  while (performance.now() < endMs) {
    await pause(betweenKillsMs * random.next());
    const victim = random.oneOf(victims);
    await world.whenReady(victim);
    await world.kill(victim);
    await Promise.race([world.settled(), pause(betweenKillsMs * 4 * random.next())]);
    kills += 1;
  }
  return kills;
};

const delayMeasures = (sent: readonly Sent[]): Measure[] => {
  const delays = sent.flatMap(({ ackedMs, seenMs }) =>
    seenMs === undefined ? [] : [(seenMs - ackedMs) / 1_000],
  );
  return [
    { name: 'visible in the log, p50', value: quantile(delays, 0.5), unit: 's' },
    {
      name: 'visible in the log, p99',
      value: quantile(delays, 0.99),
      unit: 's',
      atMost: 5,
      isTime: true,
    },
  ];
};

const delaySeries = (sent: readonly Sent[], beginMs: number): Series => ({
  name: 'time until an event is visible',
  unit: 's',
  points: sent.map(({ ackedMs, seenMs = ackedMs }) => [
    (ackedMs - beginMs) / 1_000,
    (seenMs - ackedMs) / 1_000,
  ]),
});

interface Part {
  attempts: number;
  kills: number;
  sent: Sent[];
  faults: string[];
}

/** The round on one database. */
const runPart = async (context: RoundContext): Promise<Part> => {
  const { world, seconds } = context;
  const first: Target[] = [];
  for (let count = 0; count < owners; count += 1) first.push(await newTarget(world));
  const endMs = performance.now() + seconds * 1_000;
  const watcher = createWatcher(world);
  first.forEach(watcher.add);
  const [attempts, kills] = await Promise.all([
    accessUntil(context, watcher, endMs),
    killUntil(context, endMs),
    addTargetsUntil(world, watcher, endMs),
  ]);
  const { targets } = watcher;
  const isComplete = () => Promise.resolve(targets.every(isSeen));
  // What is missing then is a fault.
  await until('all are in the log', isComplete, patienceMs).catch(() => undefined);
  await watcher.stop();
  await world.settled();
  const faults: string[] = [];
  for (const target of targets) faults.push(...(await faultsIn(world, target)));
  return { attempts, kills, sent: targets.flatMap(({ sent }) => [...sent.values()]), faults };
};

export const killedEvents: Round = {
  id: 'R2',
  title: 'Processes are killed while events are acknowledged',
  weight: 3,
  run: async (context) => {
    const beginMs = performance.now();
    const databases = Math.ceil(context.seconds / secondsPerDatabase);
    const seconds = context.seconds / databases;
    const parts: Part[] = [];
    for (let count = 0; count < databases; count += 1) {
      const world = count === 0 ? context.world : await context.renew();
      parts.push(await runPart({ ...context, world, seconds }));
    }
    const sum = (of: (part: Part) => number) => parts.reduce((total, part) => total + of(part), 0);
    const sent = parts.flatMap((part) => part.sent);
    return {
      counts: {
        'acknowledged events': sent.length,
        'attempts without success': sum(({ attempts }) => attempts) - sent.length,
        kills: sum(({ kills }) => kills),
        databases,
      },
      measures: delayMeasures(sent),
      series: [delaySeries(sent, beginMs)],
      faults: listFaults(parts.flatMap(({ faults }) => faults)),
    };
  },
};
