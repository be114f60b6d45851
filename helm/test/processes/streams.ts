import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { brokerAddress } from '../../../services/_kit/src/bus/broker-address.js';

/** Lists all streams, and their consumers as `STREAM/consumer`. */
export const streamsIn = async (url: string): Promise<string[]> => {
  const connection = await connect(brokerAddress(url));
  const manager = await jetstreamManager(connection);
  const present: string[] = [];
  for (const { config } of await manager.streams.list().next()) {
    present.push(config.name);
    for (const { name } of await manager.consumers.list(config.name).next()) {
      present.push(`${config.name}/${name}`);
    }
  }
  await connection.close();
  return present;
};
