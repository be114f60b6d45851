import {
  PoisonMessage,
  requireOwnSubjects,
  sourceOf,
  type ConsumerOptions,
  type EventBus,
  type EventMessage,
  type Subscription,
} from './bus.js';

export interface MemoryBus extends EventBus {
  readonly published: readonly EventMessage[];
  readonly dead: readonly EventMessage[];
  /** Resolves when every message published so far has been handled or is in `dead`. */
  settled(): Promise<void>;
}

const memoryAttempts = 3;

/**
 * In-memory bus for component tests, with the guarantees of the JetStream one (ordered, at least once, deduplicated
 * by id, poison messages become dead letters) but no broker and no delays.
 */
export const createMemoryBus = (): MemoryBus => {
  const published: EventMessage[] = [];
  const dead: EventMessage[] = [];
  const ids = new Set<string>();
  const consumers = new Set<{ options: ConsumerOptions; tail: Promise<void> }>();
  const observers = new Set<{ subject: string; handle: (message: EventMessage) => void }>();

  const deliver = async (options: ConsumerOptions, message: EventMessage) => {
    const handler = options.handlers.find(({ subject }) => subject === message.subject);
    if (!handler) return;
    for (let attempt = 1; attempt <= memoryAttempts; attempt += 1) {
      try {
        await handler.handle(message);
        return;
      } catch (error) {
        if (error instanceof PoisonMessage) break;
      }
    }
    dead.push(message);
  };

  return {
    published,
    dead,
    publish: (message) => {
      if (ids.has(message.id)) return Promise.resolve();
      ids.add(message.id);
      published.push(message);
      for (const consumer of consumers) {
        if (consumer.options.source !== sourceOf(message.subject)) continue;
        consumer.tail = consumer.tail.then(() => deliver(consumer.options, message));
      }
      for (const observer of observers) {
        if (observer.subject === message.subject) observer.handle(message);
      }
      return Promise.resolve();
    },
    consume: (options): Promise<Subscription> => {
      requireOwnSubjects(options);
      const consumer = { options, tail: Promise.resolve() };
      consumers.add(consumer);
      for (const message of published) {
        if (options.source === sourceOf(message.subject)) {
          consumer.tail = consumer.tail.then(() => deliver(options, message));
        }
      }
      return Promise.resolve({
        stop: async () => {
          consumers.delete(consumer);
          await consumer.tail;
        },
      });
    },
    observe: (subject, handle) => {
      const observer = { subject, handle };
      observers.add(observer);
      return Promise.resolve({
        stop: () => {
          observers.delete(observer);
          return Promise.resolve();
        },
      });
    },
    settled: async () => {
      let tails: Promise<void>[] = [];
      // A handler may publish: repeat until no consumer has new work.
      for (;;) {
        const now = [...consumers].map(({ tail }) => tail);
        if (now.length === tails.length && now.every((tail, index) => tail === tails[index]))
          return;
        tails = now;
        await Promise.all(tails);
      }
    },
    isConnected: () => true,
    close: () => Promise.resolve(),
  };
};
