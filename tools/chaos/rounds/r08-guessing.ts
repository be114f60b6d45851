import { setTimeout as pause } from 'node:timers/promises';
import { atRate } from '../rate.js';
import { listFaults, quantile, type Measure, type Round, type RoundContext } from '../round.js';
import { withShortTables } from '../short-tables.js';
import type { Person, Share, World } from '../world.js';

const guessesPerSecond = 40;
const ownerCallsPerSecond = 10;
/** One of the owner's calls in so many opens a share. */
const callsPerAccess = 10;
const betweenRightPasswordsMs = 2_000;
/** Of each of two networks (IPv6 /48), all in one subnet (/64), which counts as one address. */
const addressesPerNetwork = 500;
const manyNetworks = 1_000;
/** Attempts of a network that are compared without waiting, as `GUESSES_PER_SHARE`; then one a second is. */
const allowance = 20;
/** A slot may be taken at both ends of a second. */
const slack = 3;
/** How long the owner's calls are measured without guesses. */
const longestQuietSeconds = 60;
const wrong = 'zzzz-zzzz-zzzz';
/** How long an attempt that is throttled is repeated. */
const patienceMs = 60_000;
/** Guesses at the own address compete for the same slots. */
const patienceAtOwnAddressMs = 600_000;

/** Who enters the right password of the guessed share. */
const recipients = [
  { who: 'from another network', address: '192.0.2.44', patienceMs },
  { who: 'from a network that guesses', address: '2001:db8:1:1::1', patienceMs },
  {
    who: 'from an address that guesses',
    address: '2001:db8:2::ffff',
    patienceMs: patienceAtOwnAddressMs,
  },
] as const;

const inTwoNetworks = (count: number) => {
  const network = 1 + (count % 2);
  const host = (Math.floor(count / 2) % addressesPerNetwork) + 1;
  return { network, address: `2001:db8:${network}::${host.toString(16)}` };
};
const inManyNetworks = (count: number) => {
  const network = count % manyNetworks;
  return `10.${80 + (network >> 8)}.${network & 255}.7`;
};

const accessFrom = (world: World, { shareId }: Share, address: string, password: string) =>
  world.tryAsk('POST', `/api/shares/${shareId}/access`, {
    headers: { 'x-forwarded-for': address },
    json: { password },
  });

interface OwnerCalls {
  millis: number[];
  /** Refused, also for overload, or without an answer. */
  notServed: number;
}

/** The list, and the own share by session. */
const ownerCalls = async (
  world: World,
  { cookie }: Person,
  { shareId }: Share,
  endMs: number,
): Promise<OwnerCalls> => {
  const calls: OwnerCalls = { millis: [], notServed: 0 };
  const headers = { cookie };
  await atRate(ownerCallsPerSecond, endMs, async (count) => {
    const beginMs = performance.now();
    const { status } =
      count % callsPerAccess > 0
        ? await world.tryAsk('GET', '/api/file-shares', { headers })
        : await world.tryAsk('POST', `/api/shares/${shareId}/access`, {
            headers,
            json: { password: '' },
          });
    calls.millis.push(performance.now() - beginMs);
    if (status !== 200) calls.notServed += 1;
  });
  return calls;
};

interface Targets {
  /** Guessed from two networks, which never stop it. */
  slowed: Share;
  /** Guessed from a thousand networks, which must stop it. */
  stopped: Share;
}

/** One guess in four is at the share that must be stopped. `compared` counts the others by network. */
const createGuesser = (world: World, { slowed, stopped }: Targets, faults: string[]) => {
  const compared = new Map([1, 2].map((network) => [network, 0]));
  let guesses = 0;
  return {
    compared,
    total: () => guesses,
    guess: async (count: number): Promise<void> => {
      guesses += 1;
      if (count % 4 === 0) {
        await accessFrom(world, stopped, inManyNetworks(count / 4), wrong);
        return;
      }
      const { network, address } = inTwoNetworks(count);
      const { status } = await accessFrom(world, slowed, address, wrong);
      // An attempt that found no slot is refused with 429, without a comparison.
      if (status === 403) compared.set(network, (compared.get(network) ?? 0) + 1);
      else if (status !== 429 && status !== 503) faults.push(`a guess: ${status}`);
    },
  };
};

type Recipient = (typeof recipients)[number];

/** Repeats an attempt with the right password while it is throttled. Returns what is wrong, if anything. */
const openPatiently = async (
  world: World,
  share: Share,
  { who, address, patienceMs: withinMs }: Recipient,
): Promise<string | undefined> => {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const { status } = await accessFrom(world, share, address, share.password);
    if (status === 200) return undefined;
    if (status !== 429 && status !== 503) return `the right password ${who}: ${status}`;
    if (performance.now() > endMs) return `the right password ${who} was refused for too long`;
    await pause(200);
  }
};

/** Opens a share again and again. Returns the seconds that each attempt took. */
const openRepeatedly = async (
  world: World,
  share: Share,
  { recipient, endMs, faults }: { recipient: Recipient; endMs: number; faults: string[] },
): Promise<number[]> => {
  const waits: number[] = [];
  while (performance.now() < endMs) {
    const beginMs = performance.now();
    const fault = await openPatiently(world, share, recipient);
    if (fault !== undefined) faults.push(fault);
    waits.push((performance.now() - beginMs) / 1_000);
    await pause(betweenRightPasswordsMs);
  }
  return waits;
};

const comparisonFaults = (compared: ReadonlyMap<number, number>, seconds: number): string[] => {
  const bound = allowance + seconds + slack;
  return [...compared.values()].flatMap((count) => {
    if (count === 0) return ['no guess of a network was compared'];
    return count > bound ? [`${count} guesses of a network were compared`] : [];
  });
};

const isStopped = async (
  world: World,
  { cookie }: Person,
  { shareId }: Share,
): Promise<boolean> => {
  const { text } = await world.ask('GET', '/api/file-shares', { headers: { cookie } });
  const rows = JSON.parse(text) as { shareId: string; stopReason?: string }[];
  return rows.some((row) => row.shareId === shareId && row.stopReason === 'wrong-passwords');
};

const stopFaults = async (
  world: World,
  owner: Person,
  { slowed, stopped }: Targets,
): Promise<string[]> => [
  ...((await isStopped(world, owner, stopped)) ? [] : ['many networks did not stop a share']),
  ...((await isStopped(world, owner, slowed)) ? ['two networks stopped a share'] : []),
];

const measuresOf = (
  before: OwnerCalls,
  during: OwnerCalls,
  waits: readonly (readonly number[])[],
): Measure[] => {
  const beforeMs = quantile(before.millis, 0.99);
  const duringMs = quantile(during.millis, 0.99);
  const notServed = before.notServed + during.notServed;
  return [
    { name: "the owner's p99 before", value: beforeMs, unit: 'ms' },
    { name: "the owner's p99 during the guessing", value: duringMs, unit: 'ms' },
    { name: '… of the p99 before', value: duringMs / beforeMs, unit: '×', atMost: 2, isTime: true },
    { name: "the owner's calls not served", value: notServed, unit: '', atMost: 0 },
    ...recipients.flatMap(({ who }, index) => {
      const seconds = waits[index] ?? [];
      return [
        { name: `right password ${who}, p50`, value: quantile(seconds, 0.5), unit: 's' },
        { name: '… at most', value: Math.max(...seconds), unit: 's' },
      ];
    }),
  ];
};

/** A quiet time, then the attack. */
const measure = async (
  { world, seconds }: RoundContext,
  owner: Person,
  targets: Targets,
  faults: string[],
) => {
  const own = await world.createShare(owner, 'own.pdf');
  const beginMs = performance.now();
  const quietMs = 1_000 * Math.min(seconds / 4, longestQuietSeconds);
  // Warms up.
  await ownerCalls(world, owner, own, beginMs + 2_000);
  const before = await ownerCalls(world, owner, own, beginMs + quietMs);

  const attackMs = performance.now();
  const endMs = beginMs + seconds * 1_000;
  const guesser = createGuesser(world, targets, faults);
  const { slowed } = targets;
  const [during, , ...waits] = await Promise.all([
    ownerCalls(world, owner, own, endMs),
    atRate(guessesPerSecond, endMs, guesser.guess),
    ...recipients.map((recipient) => openRepeatedly(world, slowed, { recipient, endMs, faults })),
  ]);
  return { before, during, waits, guesser, attackSeconds: (performance.now() - attackMs) / 1_000 };
};

export const guessing: Round = {
  id: 'R8',
  title: 'Passwords are guessed from a thousand addresses',
  weight: 2,
  run: async (context) => {
    const { world } = context;
    const faults: string[] = [];
    const owner = await world.newPerson();
    const slowed = await world.createShare(owner, 'slowed.pdf');
    const stopped = await world.createShare(owner, 'stopped.pdf');
    const targets = { slowed, stopped };
    const { before, during, waits, guesser, attackSeconds } = await withShortTables(
      world.mongoUrl,
      { shareId: stopped.shareId, isStopped: () => isStopped(world, owner, stopped) },
      () => measure(context, owner, targets, faults),
    );
    faults.push(...comparisonFaults(guesser.compared, attackSeconds));
    faults.push(...(await stopFaults(world, owner, targets)));
    return {
      counts: {
        guesses: guesser.total(),
        'right passwords': waits.flat().length,
        'guesses compared': [...guesser.compared.values()].reduce((sum, one) => sum + one, 0),
      },
      measures: measuresOf(before, during, waits),
      faults: listFaults(faults),
    };
  },
};
