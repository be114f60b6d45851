import { setTimeout as pause } from 'node:timers/promises';
import { listFaults, quantile, type Round } from '../round.js';

const addresses = 1_000;
/** Of all addresses together; a full core serves a few hundred. */
const guessesPerSecond = 40;
/** The policy: wrong passwords per network and hour without waiting, and one per second after that. */
const allowance = 20;
const wrong = 'zzzz-zzzz-zzzz';
const probePauseMs = 100;

const addressOf = (index: number) => `198.${18 + (index >> 8)}.${index & 255}.${1 + (index % 250)}`;
const networkOf = (address: string) => address.slice(0, address.lastIndexOf('.'));

export const guessing: Round = {
  id: 'R8',
  title: 'A thousand addresses guess the password of a share',
  weight: 2,
  run: async ({ world, random, seconds }) => {
    const owner = await world.newPerson();
    const headers = { cookie: owner.cookie, 'x-forwarded-for': '192.0.2.1' };
    const { shareId, password } = await world.createShare(owner, 'guessed.pdf');
    const open = (address: string, secret: string) =>
      world.tryAsk('POST', `/api/shares/${shareId}/access`, {
        headers: { 'x-forwarded-for': address },
        json: { password: secret },
      });
    const measureOwner = async (): Promise<number> => {
      const begin = performance.now();
      await world.tryAsk('GET', '/api/file-shares', { headers });
      return performance.now() - begin;
    };
    const faults: string[] = [];
    // The guard that stops a share acts once; the owner restarts it.
    for (let count = 0; count < 12; count += 1) await open(addressOf(count), wrong);
    const restarted = await world.ask('POST', `/api/file-shares/${shareId}/restart`, {
      headers,
      json: {},
    });
    if (restarted.status !== 200) faults.push(`the restart was answered ${restarted.status}`);

    const before: number[] = [];
    for (let count = 0; count < 30; count += 1) before.push(await measureOwner());

    const compared = new Map<string, number>();
    const counts = { guesses: 0, compared: 0, refused: 0, addresses };
    const beginMs = performance.now();
    const endMs = beginMs + seconds * 1_000;
    const guess = async () => {
      const address = addressOf(random.below(addresses));
      const { status } = await open(address, wrong);
      counts.guesses += 1;
      if (status === 403) {
        const network = networkOf(address);
        counts.compared += 1;
        compared.set(network, (compared.get(network) ?? 0) + 1);
      } else if (status === 429 || status === 503) counts.refused += 1;
      else faults.push(`a guess was answered ${status}`);
    };
    /** At a fixed rate: guesses wait for up to 3 s. */
    const guessAll = async () => {
      const begun: Promise<void>[] = [];
      while (performance.now() < endMs) {
        const due = ((performance.now() - beginMs) / 1_000) * guessesPerSecond;
        while (begun.length < due) begun.push(guess());
        await pause(10);
      }
      await Promise.all(begun);
    };
    const during: [number, number][] = [];
    const probe = async () => {
      while (performance.now() < endMs) {
        const atMs = performance.now();
        during.push([(atMs - beginMs) / 1_000, await measureOwner()]);
        await pause(probePauseMs);
      }
    };
    await Promise.all([guessAll(), probe()]);

    const permitted = allowance + Math.ceil((performance.now() - beginMs) / 1_000) + 1;
    for (const [network, count] of compared) {
      if (count > permitted) faults.push(`${network}: ${count} guesses compared, of ${permitted}`);
    }
    const right = await open('203.0.113.7', password);
    if (right.status !== 200) faults.push(`the right password was answered ${right.status}`);
    const beforeMs = quantile(before, 0.99);
    const duringMs = quantile(
      during.map(([, millis]) => millis),
      0.99,
    );
    return {
      counts,
      measures: [
        { name: "the owner's list before, p99", value: beforeMs, unit: 'ms' },
        { name: "the owner's list during, p99", value: duringMs, unit: 'ms' },
        { name: 'ratio', value: duringMs / beforeMs, unit: '×', atMost: 2 },
      ],
      series: [{ name: "the owner's list", unit: 'ms', points: during }],
      faults: listFaults(faults),
    };
  },
};
