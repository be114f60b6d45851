import { setTimeout as pause } from 'node:timers/promises';
import type { Failure } from '../../cluster/load/load-counts.js';
import { startLoad } from '../load.js';
import type { Random } from '../random.js';
import { listFaults, type Round } from '../round.js';

/** As in the proof of a cluster. */
const requestsPerSecond = 50;

interface Restart {
  process: string;
  fromMs: number;
  untilMs: number;
}

const shuffled = (items: readonly string[], random: Random): string[] =>
  items
    .map((item) => ({ item, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);

/** A failure, with the process that was being restarted when the request was sent. */
export const describeFailure = (
  { kind, status, ms, reason, error, at }: Failure,
  restarts: readonly Restart[],
): string => {
  const during = restarts.findLast(({ fromMs, untilMs }) => fromMs <= at && at <= untilMs);
  const answer = status === 0 ? (error ?? 'no response') : `${status} ${reason ?? ''}`.trim();
  const place = during
    ? `${at - during.fromMs} ms into the restart of ${during.process}`
    : 'between restarts';
  return `${kind}: ${answer} after ${ms} ms, sent ${place}`;
};

export const rollingRestarts: Round = {
  id: 'R7',
  title: 'Rolling restarts under load',
  weight: 2,
  replicas: 2,
  run: async ({ world, random, seconds }) => {
    const load = await startLoad({
      url: world.url,
      publicUrl: world.url,
      emulatorUrl: world.emulatorUrl,
      rate: requestsPerSecond,
    });
    const restarts: Restart[] = [];
    let rolled = 0;
    const endMs = performance.now() + seconds * 1_000;
    try {
      for (let order: string[] = []; performance.now() < endMs; rolled += 1) {
        if (order.length === 0) order = shuffled(world.services, random);
        for (const process of world.processesOf(order.pop() ?? '')) {
          const fromMs = Date.now();
          await world.restart(process);
          restarts.push({ process, fromMs, untilMs: Date.now() });
        }
      }
      await pause(1_000);
    } catch (error) {
      await load.stop();
      throw error;
    }
    const { requests, repeated, failures, perSecond } = await load.stop();
    return {
      counts: { 'rolling restarts': rolled, requests, 'requests sent again': repeated },
      measures: [{ name: 'failed requests', value: failures.length, unit: '', atMost: 0 }],
      series: [
        {
          name: 'answered',
          unit: 'requests/s',
          points: perSecond.map((count, index) => [index + 1, count] as const),
        },
      ],
      faults: listFaults(failures.map((failure) => describeFailure(failure, restarts))),
    };
  },
};
