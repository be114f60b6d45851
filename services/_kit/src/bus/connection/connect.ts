import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../../observability/log.js';
import { withoutSecrets } from '../../process/connections.js';
import { untilMet, type Readiness } from '../../process/readiness.js';
import { brokerAddress } from '../broker-address.js';
import { lastingConnection } from './lasting-connection.js';
import { followStatus } from './status.js';

/** Tries to connect until the start deadline; afterwards the client reconnects without limit. */
export const connectNats = async (options: {
  url: string;
  name: string;
  logger: Logger;
  readiness?: Readiness;
  pingIntervalMs?: number;
}): Promise<NatsConnection> => {
  const { url, name, logger, readiness, pingIntervalMs } = options;
  const need = readiness?.need(`broker at ${withoutSecrets(url)}`);
  const attempt = () =>
    connect({
      ...brokerAddress(url),
      ...lastingConnection(pingIntervalMs),
      name,
      // A stack for each published event costs more than publishing it.
      noAsyncTraces: true,
    });
  const connection = await untilMet(need, attempt);
  void followStatus(connection, {
    onDown: () => logger.warn('broker connection lost'),
    onUp: () => logger.info('broker connection restored'),
  });
  return connection;
};
