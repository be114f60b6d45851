import type { Model, mongo } from 'mongoose';

/**
 * The driver's collection of a model. Mongoose types it without its rows, and with ids that are all ObjectIds: this is the
 * only cast.
 */
export const rowsOf = <Row extends object>(model: Model<Row>): mongo.Collection<Row> =>
  model.collection as unknown as mongo.Collection<Row>;
