import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { createChainEnds } from '../../src/chain/ends.js';
import type { AuditContext } from '../../src/context.js';
import { noPersonalData, type Incident } from '../../src/entry/entry.js';
import { recordAll } from '../../src/record.js';
import { startStack, uniqueUid, type Stack } from '../harness.js';

const incident = (ownerUid: string, id: string): Incident => ({
  id,
  ownerUid,
  createdAt: new Date(),
  eventType: 'access_attempt',
  eventStatus: 'success',
  shareId: 'S'.repeat(22),
  filename: 'scan.dcm',
  fileSize: '2.00 MB',
  personal: noPersonalData,
});

/** A separate process: its cache has only the chain ends that it wrote itself. */
const replicaOf = (context: AuditContext): AuditContext => ({
  ...context,
  ends: createChainEnds(),
});

describe('recording incidents together', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.stop());

  const owners = (count: number) => Array.from({ length: count }, uniqueUid);
  const ofEach = (ownerUids: readonly string[], count: number) =>
    Array.from({ length: count * ownerUids.length }, (_, index) =>
      incident(ownerUids[index % ownerUids.length] ?? '', randomUUID()),
    );
  const verify = (ownerUid: string) => stack.client.verifyChain({ ownerUid });

  it.each([
    ['one incident', 1, 1],
    ['64 incidents of eight owners', 8, 8],
  ])('costs two database commands for %s', async (_what, ownerCount, each) => {
    const ownerUids = owners(ownerCount);
    await recordAll(stack.context, ofEach(ownerUids, 1));
    const commands = await stack.commandsDuring(() =>
      recordAll(stack.context, ofEach(ownerUids, each)),
    );
    expect(commands).toEqual(['insert', 'update']);
    for (const ownerUid of ownerUids) {
      expect(await verify(ownerUid)).toMatchObject({ isValid: true, length: each + 1 });
    }
  });

  it('appends after what another replica has appended since', async () => {
    const [ownerUid = ''] = owners(1);
    const replicas = [replicaOf(stack.context), replicaOf(stack.context)] as const;
    for (const replica of [...replicas, ...replicas]) {
      await recordAll(replica, ofEach([ownerUid], 3));
    }
    expect(await verify(ownerUid)).toMatchObject({ isValid: true, length: 12 });
  });

  const step = fc.record({
    replica: fc.nat(1),
    /** Owner and number of each incident; numbers repeat, as in redeliveries. */
    incidents: fc.array(fc.tuple(fc.nat(2), fc.nat(9)), { minLength: 1, maxLength: 8 }),
    crash: fc.constantFrom('none', 'in the entries', 'before the checkpoints'),
  });

  /** Fails like a killed process: after half of the entries of an insert, or before the checkpoints are saved. */
  const crashing = (context: AuditContext, crash: string): AuditContext => {
    const fail = () => Promise.reject(new Error('killed'));
    const { entries, chains } = context;
    if (crash === 'before the checkpoints')
      return { ...context, chains: { ...chains, saveCheckpoints: fail } };
    if (crash === 'none') return context;
    const insertInOrder: typeof entries.insertInOrder = async (added) => {
      await entries.insertInOrder(added.slice(0, Math.ceil(added.length / 2)));
      return fail();
    };
    return { ...context, entries: { ...entries, insertInOrder } };
  };

  it('keeps each incident exactly once across crashes, replicas and redeliveries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        async (rounds) => {
          const ownerUids = owners(3);
          const all = rounds
            .flat()
            .flatMap(({ incidents }) =>
              incidents.map(([owner, n]) =>
                incident(ownerUids[owner] ?? '', `${ownerUids[owner]}-${n}`),
              ),
            );
          const replicas = [replicaOf(stack.context), replicaOf(stack.context)];
          let from = 0;
          for (const round of rounds) {
            await Promise.allSettled(
              round.map(({ replica, incidents, crash }) => {
                const own = all.slice(from, (from += incidents.length));
                return recordAll(crashing(replicas[replica] ?? stack.context, crash), own);
              }),
            );
          }
          // The broker redelivers what was not acknowledged, here to a process that has just started.
          await recordAll(replicaOf(stack.context), all);
          for (const ownerUid of ownerUids) {
            const ids = new Set(all.filter((one) => one.ownerUid === ownerUid).map(({ id }) => id));
            expect(await verify(ownerUid)).toMatchObject({ isValid: true, length: ids.size });
          }
        },
      ),
      { numRuns: process.env['LONG_RUN'] ? 200 : 15 },
    );
  });
});
