import { createSessionRecheck, sessionRecheckMs, type Logger } from '@tandem/kit';
import { observeBroker } from '@tandem/kit/bus';
import type { Services } from '../clients.js';
import type { Config } from '../config.js';
import { observationsFor } from './events.js';
import type { ChangeStreams } from './streams.js';

/** Feeds the streams from the broker; without its address every stream is refused. Returns a function that ends both. */
export const startChanges = (options: {
  config: Pick<Config, 'NATS_URL'>;
  services: Pick<Services, 'identity'>;
  streams: ChangeStreams;
  logger: Logger;
  recheckMs?: number;
}): (() => Promise<void>) => {
  const { config, services, streams, logger, recheckMs = sessionRecheckMs } = options;
  const { identity } = services;
  const recheck = createSessionRecheck({ identity, holder: streams, logger });
  const rechecking = setInterval(() => void recheck.tick(), recheckMs).unref();
  const observer =
    config.NATS_URL === undefined
      ? undefined
      : observeBroker({
          url: config.NATS_URL,
          name: 'gateway',
          logger,
          observations: observationsFor(streams),
          onUp: () => streams.setSourceUp(true),
          onDown: () => streams.setSourceUp(false),
        });
  return async () => {
    clearInterval(rechecking);
    streams.close();
    await observer?.close();
  };
};
