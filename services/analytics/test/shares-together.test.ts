import { events } from '@tandem/proto/events';
import { sharesHandlers } from '../src/analytics.events.js';
import { newShareId, startStack, type Stack } from './harness.js';

describe('shares that are created at the same time', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.stop());

  /** Handles the events at the same time, as the consumer does. */
  const handle = async (created: readonly { shareId: string; ownerUid: string }[]) => {
    const { subject, codec } = events.shareCreated;
    const handler = sharesHandlers(stack.context).find((one) => one.subject === subject);
    await Promise.all(
      created.map(async (share) => {
        const payload = codec.fromPartial({ share, createdAt: stack.clock.now });
        const data = codec.encode(payload).finish();
        await handler?.handle({ id: share.shareId, subject, data, traceparent: '' });
      }),
    );
  };
  const countsOf = async (): Promise<Record<string, number>> => {
    const rows = await stack.context.users.summary(new Date(0), 100);
    return Object.fromEntries(
      rows.topUsers.map(({ userId, sharesCount }) => [userId, sharesCount]),
    );
  };
  const registered = async (...uids: string[]) => {
    const user = { email: '', name: '', createdAt: stack.clock.now };
    for (const uid of uids) await stack.context.users.register({ uid, ...user });
  };
  const sharesOf = (ownerUid: string, count: number) =>
    Array.from({ length: count }, () => ({ shareId: newShareId(), ownerUid }));

  it('cost two database commands, for one and for 64 of eight owners', async () => {
    const owners = Array.from({ length: 8 }, (_, index) => `many-${index}`);
    await registered(...owners);
    await handle(owners.flatMap((uid) => sharesOf(uid, 1)));
    const created = owners.flatMap((uid) => sharesOf(uid, 8));
    expect(await stack.commandsDuring(() => handle(created))).toEqual(['update', 'update']);
    expect(await stack.commandsDuring(() => handle(sharesOf('many-0', 1)))).toEqual([
      'update',
      'update',
    ]);
    expect(await countsOf()).toMatchObject({ 'many-0': 10, 'many-7': 9 });
  });

  it('are counted once when some of them were counted before', async () => {
    await registered('again', 'other');
    const first = sharesOf('again', 3);
    await handle(first);
    const more = [...sharesOf('other', 2), ...sharesOf('again', 2)];
    await handle([...first, ...more, ...more]);
    expect(await countsOf()).toMatchObject({ again: 5, other: 2 });
  });
});
