import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createLogger } from '@tandem/kit';
import { genesis } from '../../src/chain/chain.js';
import { signPoint } from '../../src/chain/sign-point.js';
import { anchorCheckpoints } from '../../src/entry/sweep.js';
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

/** The owners in the lines of one run, and the time from which the next run reads. */
const anchor = async (since: Date) => {
  const output = new PassThrough();
  const lines = text(output);
  const next = await anchorCheckpoints(stack.context, since, createLogger('test', 'info', output));
  output.end();
  const owners = (await lines)
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { ownerUid: string }).ownerUid);
  return { owners: owners.sort(), next };
};

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
    expect((await anchor(first.next)).owners).toEqual([late]);
  });
});
