import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { listFaults, type Round } from '../round.js';
import type { Person, World } from '../world.js';

const parallel = 200;
const monthly = 10;
/** The stand-in of the database reads whole collections, so that each account would take longer than the one before. */
const accountsPerDatabase = 50;

/** Like the app, repeats a call that was refused for overload or not answered, under its key. */
const createPatiently = async (
  world: World,
  { cookie }: Person,
  index: number,
  faults: string[],
) => {
  const headers = { cookie, 'idempotency-key': randomUUID() };
  for (let attempt = 1; attempt <= 60; attempt += 1) {
    const answer = await world.tryAsk('POST', '/api/file-shares', {
      headers,
      json: world.newShare(`file-${index}.pdf`),
    });
    if (answer.status === 201) return String(answer.json['shareId']);
    if (answer.status === 403) return undefined;
    if (answer.status !== 503 && answer.status !== 0) {
      faults.push(`create: ${answer.status} ${String(answer.json['reason'])}`);
      return undefined;
    }
    await pause(200 + 10 * attempt);
  }
  faults.push('a create was refused for overload sixty times');
  return undefined;
};

export const parallelCreates: Round = {
  id: 'R5',
  title: 'Two hundred creates of one account at once',
  weight: 2,
  run: async ({ world: first, renew, seconds }) => {
    let world = first;
    const faults: string[] = [];
    const counts = { accounts: 0, creates: 0, shares: 0 };
    const slowest: [number, number][] = [];
    const beginMs = performance.now();
    do {
      const isFull = counts.accounts > 0 && counts.accounts % accountsPerDatabase === 0;
      if (isFull) world = await renew();
      const person = await world.newPerson();
      const startMs = performance.now();
      const ids = await Promise.all(
        Array.from({ length: parallel }, (_, index) =>
          createPatiently(world, person, index, faults),
        ),
      );
      slowest.push([(startMs - beginMs) / 1_000, (performance.now() - startMs) / 1_000]);
      const created = new Set(ids.filter((id) => id !== undefined));
      const { text } = await world.ask('GET', '/api/file-shares', {
        headers: { cookie: person.cookie },
      });
      const listed = JSON.parse(text) as { shareId: string }[];
      counts.accounts += 1;
      counts.creates += parallel;
      counts.shares += listed.length;
      if (listed.length !== monthly) faults.push(`an account has ${listed.length} shares`);
      if (created.size !== monthly || listed.some(({ shareId }) => !created.has(shareId))) {
        faults.push(`${created.size} creates were acknowledged, ${listed.length} shares exist`);
      }
    } while (performance.now() - beginMs < seconds * 1_000);
    return {
      counts,
      measures: [],
      series: [
        { name: 'until all creates of an account are answered', unit: 's', points: slowest },
      ],
      faults: listFaults(faults),
    };
  },
};
