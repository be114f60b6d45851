import type { Connection } from 'mongoose';
import { connectMongo } from '../mongo/connect.js';
import { startDiskMeasure } from '../mongo/disk.js';
import type { ServiceContext } from '../process/run.js';

/** The service's database, until the service stops. */
export const openDatabase = async (
  config: { MONGO_URL: string; MONGO_DB: string },
  { logger, registry, readiness, onStop }: ServiceContext,
): Promise<Connection> => {
  const { MONGO_URL: url, MONGO_DB: database } = config;
  const connection = await connectMongo({ url, database, logger, readiness });
  onStop('database', () => connection.close());
  const disk = startDiskMeasure(connection, { logger, registry });
  onStop('disk of the database', () => disk.stop());
  return connection;
};
