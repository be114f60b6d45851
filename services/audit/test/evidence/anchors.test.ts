import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { createLogger, type Logger } from '@tandem/kit';
import { genesis } from '../../src/chain/chain.js';
import { signPoint } from '../../src/chain/sign-point.js';
import { anchorCheckpoints, startSweeps } from '../../src/entry/sweep.js';
import { startStack, uniqueUid, type Stack } from '../harness.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** Stores chains whose ends were signed now. */
const grow = (owners: readonly string[]) =>
  stack.rows.chains.insertMany(
    owners.map((ownerUid) => ({
      _id: ownerUid as never,
      base: signPoint(stack.context, 'base', ownerUid, genesis(ownerUid)),
      checkpoint: signPoint(stack.context, 'checkpoint', ownerUid, { seq: 1, hash: 'h' }),
    })),
  );

const pass = (ms: number) => {
  stack.clock.now = new Date(stack.clock.now.getTime() + ms);
};

/** The owners in the lines that `run` logs, and its result. */
const loggedBy = async <Result>(run: (logger: Logger) => Promise<Result>) => {
  const output = new PassThrough();
  const lines = text(output);
  const result = await run(createLogger('test', 'info', output));
  output.end();
  const owners = (await lines)
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { ownerUid: string }).ownerUid);
  return { owners: owners.sort(), result };
};

/** `result`: the time from which the next run reads. */
const anchor = (since: Date) =>
  loggedBy((logger) => anchorCheckpoints(stack.context, since, logger));

describe('the log lines with the ends of chains', () => {
  it('cover every chain that has grown, also many at the same time', async () => {
    const since = stack.clock.now;
    const owners = Array.from({ length: 501 }, uniqueUid).sort();
    pass(1_000);
    await grow(owners);
    pass(1_000);
    expect((await anchor(since)).owners).toEqual(owners);
  });

  it('cover a chain whose end another replica has stored late', async () => {
    pass(600_000);
    const first = await anchor(stack.clock.now);
    const late = uniqueUid();
    pass(-5_000);
    await grow([late]);
    pass(600_000);
    expect((await anchor(first.result)).owners).toEqual([late]);
  });

  it('cover, when a process starts, what grew before the last one stopped', async () => {
    const owner = uniqueUid();
    await grow([owner]);
    pass(12 * 60 * 60_000);
    const { owners } = await loggedBy(async (logger) => {
      const sweeps = startSweeps(stack.context, { retentionMonths: 12, logger });
      // The first run begins; stopping waits for its end.
      await setImmediate();
      await Promise.all(sweeps.map((sweep) => sweep.stop()));
    });
    expect(owners).toContain(owner);
  });
});
