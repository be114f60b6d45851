import type { Logger } from '@tandem/kit';
import { observeBroker } from '@tandem/kit/bus';
import type { Services } from '../clients.js';
import type { Config } from '../config.js';
import { observationsFor } from './events.js';
import { recheckSessions } from './recheck-sessions.js';
import type { ChangeStreams } from './streams.js';

/** Feeds the streams from the broker. Without an address they stay refused. Returns a function that stops it. */
export const startChanges = (options: {
  config: Pick<Config, 'NATS_URL'>;
  services: Pick<Services, 'identity'>;
  streams: ChangeStreams;
  logger: Logger;
  recheckMs?: number;
}): (() => Promise<void>) => {
  const { config, services, streams, logger, recheckMs } = options;
  const stopRecheck = recheckSessions({
    identity: services.identity,
    streams,
    logger,
    ...(recheckMs !== undefined && { everyMs: recheckMs }),
  });
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
    stopRecheck();
    streams.close();
    await observer?.close();
  };
};
