import { setTimeout as pause } from 'node:timers/promises';
import { atRate } from '../rate.js';
import { listFaults, quantile, type Round } from '../round.js';
import type { Person, Share, World } from '../world.js';

const guessesPerSecond = 40;
const ownerCallsPerSecond = 10;
/** Addresses of two networks (IPv6 /48), which never stop a share, and of a thousand. */
const addressesPerNetwork = 500;
const manyNetworks = 1_000;
/** The policy of a share: allowance of a network, then one a second; a slot may be taken at both ends of a second. */
const allowance = 20;
const slack = 3;
const wrong = 'zzzz-zzzz-zzzz';
/** How long a recipient's page repeats an attempt that is throttled. */
const patienceMs = 60_000;

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
      count % 2 === 0
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

export const guessing: Round = {
  id: 'R8',
  title: 'Passwords are guessed from a thousand addresses',
  weight: 2,
  run: async ({ world, seconds }) => {
    const faults: string[] = [];
    const owner = await world.newPerson();
    const slowed = await world.createShare(owner, 'slowed.pdf');
    const stopped = await world.createShare(owner, 'stopped.pdf');
    const own = await world.createShare(owner, 'own.pdf');
    const beginMs = performance.now();
    const quietMs = (seconds * 1_000) / 4;
    await ownerCalls(world, owner, own, beginMs + 2_000);
    const before = await ownerCalls(world, owner, own, beginMs + quietMs);

    const attackMs = performance.now();
    const endMs = attackMs + 3 * quietMs;
    const compared = [0, 0, 0];
    const counts = { guesses: 0, 'right passwords': 0 };
    const waits: number[] = [];
    const guess = async (count: number) => {
      counts.guesses += 1;
      if (count % 4 === 0) {
        await accessFrom(world, stopped, inManyNetworks(count / 4), wrong);
        return;
      }
      const { network, address } = inTwoNetworks(count);
      const { status } = await accessFrom(world, slowed, address, wrong);
      // An attempt that found no slot is refused with 429, without a comparison.
      if (status === 403) compared[network] = (compared[network] ?? 0) + 1;
      else if (status !== 429 && status !== 503) faults.push(`a guess: ${status}`);
    };
    /** From a network of its own, and from one of those that guess. */
    const open = async (address: string) => {
      while (performance.now() < endMs) {
        const askedMs = performance.now();
        for (;;) {
          const { status } = await accessFrom(world, slowed, address, slowed.password);
          if (status === 200) break;
          if (status !== 429 && status !== 503) {
            faults.push(`the right password from ${address}: ${status}`);
            break;
          }
          if (performance.now() - askedMs > patienceMs) {
            faults.push(`the right password from ${address} was refused for a minute`);
            break;
          }
          await pause(200);
        }
        counts['right passwords'] += 1;
        waits.push((performance.now() - askedMs) / 1_000);
        await pause(500);
      }
    };
    const [during] = await Promise.all([
      ownerCalls(world, owner, own, endMs),
      atRate(guessesPerSecond, endMs, guess),
      open('192.0.2.44'),
      open('2001:db8:1::ffff'),
    ]);
    const bound = allowance + (performance.now() - attackMs) / 1_000 + slack;
    for (const network of [1, 2]) {
      const count = compared[network] ?? 0;
      if (count > bound) faults.push(`${count} guesses of a network were compared`);
      if (count === 0) faults.push('no guess of a network was compared');
    }
    const { text } = await world.ask('GET', '/api/file-shares', {
      headers: { cookie: owner.cookie },
    });
    const rows = JSON.parse(text) as { shareId: string; stopReason?: string }[];
    const reasonOf = ({ shareId }: Share) =>
      rows.find((row) => row.shareId === shareId)?.stopReason ?? 'none';
    if (reasonOf(stopped) !== 'wrong-passwords') faults.push('many networks did not stop a share');
    if (reasonOf(slowed) === 'wrong-passwords') faults.push('two networks stopped a share');
    const p99 = { before: quantile(before.millis, 0.99), during: quantile(during.millis, 0.99) };
    return {
      counts: { ...counts, 'guesses compared': compared.reduce((sum, one) => sum + one, 0) },
      measures: [
        { name: "the owner's p99 before", value: p99.before, unit: 'ms' },
        { name: "the owner's p99 during the guessing", value: p99.during, unit: 'ms' },
        { name: '… of the p99 before', value: p99.during / p99.before, unit: '×', atMost: 2 },
        {
          name: "the owner's calls not served",
          value: before.notServed + during.notServed,
          unit: '',
          atMost: 0,
        },
        { name: 'right password accepted, p99', value: quantile(waits, 0.99), unit: 's' },
      ],
      faults: listFaults(faults),
    };
  },
};
