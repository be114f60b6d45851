import { randomUUID } from 'node:crypto';
import { accessShare } from '../src/access/access.js';
import { createShare } from '../src/share/create.js';
import { createFor, newShare, startStack, uniqueUid, visitor, type Stack } from './harness.js';

/** The figures of docs/benchmarks.md; audit and analytics count theirs in their own tests. */
describe('the database commands', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.stop());

  /** Without waking the relay, so that every recorded command belongs to the call. */
  const quiet = () => ({ ...stack.context, publishSoon: () => undefined });

  it('of an access are three before the answer', async () => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    const commands = await stack.commandsDuring(() =>
      accessShare(quiet(), {
        shareId,
        password,
        client: visitor(),
        callerUid: '',
        sessionId: '',
      }),
    );
    expect(commands.sort()).toEqual(['find', 'findAndModify', 'update']);
  });

  it('of a create are four before the answer, and five with an idempotency key', async () => {
    const uid = uniqueUid();
    await createFor(stack.client, uid);
    const create = (key = '') =>
      stack.commandsDuring(() => createShare(quiet(), newShare(uid, { idempotencyKey: key })));
    expect(await create()).toEqual(['find', 'update', 'insert', 'update']);
    expect(await create(randomUUID())).toEqual(['find', 'find', 'update', 'insert', 'update']);
  });

  /** All commands, until the events are published and the attempts are refunded. */
  const countWhole = async (work: () => Promise<unknown>): Promise<number> => {
    const isDone = async () => {
      await stack.published('accessAttempted');
      await stack.context.attempts.flush();
    };
    await isDone();
    const before = stack.commandsSoFar();
    await work();
    await isDone();
    return stack.commandsSoFar() - before;
  };

  const together = 24;
  /**
   * Shared reads, entries and settlements, and passes of the relay, which polls every second even if there is nothing to
   * publish; a busy machine takes longer.
   */
  const shared = 36;

  it(`of ${together} concurrent accesses are hardly more than one each`, async () => {
    const opened = await Promise.all(
      Array.from({ length: together }, () => createFor(stack.client, uniqueUid())),
    );
    const count = await countWhole(() =>
      Promise.all(
        opened.map(({ shareId, password }) =>
          stack.client.accessShare({ shareId, password, client: visitor() }),
        ),
      ),
    );
    process.stderr.write(`${together} accesses: ${count} database commands\n`);
    expect(count).toBeLessThanOrEqual(together + shared);
  });

  it(`of ${together} concurrent creates are hardly more than three each`, async () => {
    const uids = Array.from({ length: together }, uniqueUid);
    await Promise.all(uids.map((uid) => createFor(stack.client, uid)));
    const count = await countWhole(() =>
      Promise.all(uids.map((uid) => createFor(stack.client, uid))),
    );
    process.stderr.write(`${together} creates: ${count} database commands\n`);
    expect(count).toBeLessThanOrEqual(3 * together + shared);
  });
});
