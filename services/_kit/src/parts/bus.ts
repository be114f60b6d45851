import type { NatsConnection } from '@nats-io/transport-node';
import type { EventBus, EventHandler } from '../bus/bus.js';
import { connectNats } from '../bus/connection/connect.js';
import { createNatsBus } from '../bus/nats.js';
import type { ServiceContext } from '../process/run.js';

/**
 * The service's connection to the broker, until the service stops.
 * @param publishes subjects of its events
 */
export const openBus = async (
  config: { NATS_URL: string },
  { name, logger, registry, readiness, onStop }: ServiceContext,
  publishes: readonly string[],
): Promise<{ nats: NatsConnection; bus: EventBus }> => {
  const nats = await connectNats({ url: config.NATS_URL, name, logger, readiness });
  const bus = await createNatsBus({ connection: nats, logger, registry, readiness, publishes });
  onStop('broker', () => bus.close());
  return { nats, bus };
};

/**
 * Consumes under the service's name.
 * @param handlers by the publishing service
 * @param concurrency of the handlers of one publisher
 */
export const consumeEvents = async (
  bus: EventBus,
  handlers: Readonly<Record<string, readonly EventHandler[]>>,
  { name, onStop }: ServiceContext,
  concurrency = 1,
): Promise<void> => {
  for (const [source, handled] of Object.entries(handlers)) {
    const subscription = await bus.consume({
      source,
      durable: name,
      handlers: handled,
      concurrency,
    });
    onStop(`${source} events`, () => subscription.stop());
  }
};
