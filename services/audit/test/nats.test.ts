import { randomUUID } from 'node:crypto';
import { createRegistry, silentLogger } from '@tandem/kit';
import {
  connectNats,
  createNatsBus,
  type EventBus,
  type EventHandler,
  type EventMessage,
} from '@tandem/kit/bus';
import { startNats, type TestNats } from '@tandem/kit/testing';
import { events } from '@tandem/proto/events';
import { sharesHandlers } from '../src/audit.events.js';
import {
  findLocation,
  origin,
  shareOf,
  startStack,
  publish,
  uniqueUid,
  type Stack,
} from './harness.js';

let stack: Stack;
let nats: TestNats;
const buses: EventBus[] = [];
beforeAll(async () => {
  [stack, nats] = await Promise.all([startStack(), startNats()]);
});
afterAll(async () => {
  for (const bus of buses) await bus.close();
  await Promise.all([stack.stop(), nats.stop()]);
});

const connectBus = async () => {
  const connection = await connectNats({ url: nats.url, name: 'test', logger: silentLogger });
  const registry = createRegistry('test');
  const bus = await createNatsBus({ connection, logger: silentLogger, registry });
  buses.push(bus);
  return bus;
};

describe('the real broker', () => {
  it('two replicas record every event exactly once, although one fails after the write', async () => {
    const ownerUid = uniqueUid();
    const failed = new Set<string>();
    let onLast = () => {};
    const handledLast = new Promise<void>((resolve) => {
      onLast = resolve;
    });
    const handlers = sharesHandlers(stack.context, findLocation, () => undefined).map(
      (handler) => ({
        subject: handler.subject,
        handle: async (message: EventMessage) => {
          await handler.handle(message);
          // As if the process crashed between the effect and the acknowledgement.
          if (failed.size < 3 && !failed.has(message.id)) {
            failed.add(message.id);
            throw new Error('died');
          }
        },
      }),
    );
    const count = 8;
    const done = new Set<string>();
    const watching = handlers.map((handler) => ({
      subject: handler.subject,
      handle: async (message: EventMessage) => {
        await handler.handle(message);
        done.add(message.id);
        if (done.size === count) onLast();
      },
    }));
    for (const bus of [await connectBus(), await connectBus()]) {
      await bus.consume({ source: 'shares', durable: 'audit', handlers: watching });
    }
    const publisher = await connectBus();
    for (let index = 0; index < count; index += 1) {
      await publish(publisher, 'accessDenied', {
        share: shareOf(ownerUid),
        at: new Date(),
        origin,
        reason: 'wrong-password',
      });
    }
    await handledLast;
    const { entries } = await stack.client.listEntries({ ownerUid });
    expect(entries).toHaveLength(count);
    expect(failed.size).toBe(3);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({
      isValid: true,
      length: count,
    });
  });
});

describe('the hint about an entry', () => {
  const deny = async (handlers: readonly EventHandler[], ownerUid: string) => {
    const { subject, codec } = events.accessDenied;
    const denied = { share: shareOf(ownerUid), at: new Date(), origin, reason: 'wrong-password' };
    const data = codec.encode(codec.fromPartial(denied)).finish();
    await handlers
      .find((handler) => handler.subject === subject)
      ?.handle({ id: randomUUID(), subject, data, traceparent: '' });
  };

  it('names the owner and is published after the write', async () => {
    const ownerUid = uniqueUid();
    const hinted: { subject: string; payload: unknown; stored: Promise<unknown> }[] = [];
    const handlers = sharesHandlers(stack.context, findLocation, ({ subject }, payload) => {
      hinted.push({ subject, payload, stored: stack.context.entries.last(ownerUid) });
    });
    await deny(handlers, ownerUid);
    expect(hinted).toMatchObject([{ subject: 'audit.entry.stored.v1', payload: { ownerUid } }]);
    expect(await hinted[0]?.stored).not.toBeNull();
  });

  it('is published once for all entries of an owner in one write, and once for each entry written alone', async () => {
    const [a, b] = [uniqueUid(), uniqueUid()];
    const { entries } = stack.context;
    const hintedWith = async (context: typeof stack.context) => {
      const hinted: unknown[] = [];
      const handlers = sharesHandlers(context, findLocation, (_hint, payload) => {
        hinted.push((payload as { ownerUid: string }).ownerUid);
      });
      await Promise.all([a, b, a].map((ownerUid) => deny(handlers, ownerUid)));
      return hinted;
    };
    expect(await hintedWith(stack.context)).toEqual([a, b]);
    const insertInOrder: typeof entries.insertInOrder = (added) =>
      added.length > 1 ? Promise.reject(new Error('faulty')) : entries.insertInOrder(added);
    const failing = { ...stack.context, entries: { ...entries, insertInOrder } };
    expect(await hintedWith(failing)).toEqual([a, b, a]);
  });
});
