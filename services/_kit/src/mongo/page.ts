import type { Model, mongo } from 'mongoose';
import { rowsOf } from './rows.js';

/** A page of sorted rows. `page` starts at 0; rows with equal keys are sorted by id, in the same direction. */
export interface PageOrder {
  field: string;
  isAscending: boolean;
  page: number;
  limit: number;
  /** Fields that are not read. */
  without?: readonly string[];
}

/**
 * One page, and the number of rows on all pages. Uses the driver's `find`, because mongoose's query takes a third of the
 * time that a service spends on a list.
 */
export const readPage = async <Row extends object>(
  model: Model<Row>,
  filter: mongo.Filter<Row>,
  { field, isAscending, page, limit, without = [] }: PageOrder,
): Promise<{ rows: mongo.WithId<Row>[]; total: number }> => {
  const collection = rowsOf(model);
  const direction = isAscending ? 1 : -1;
  const found = collection.find(filter, {
    projection: Object.fromEntries(without.map((name) => [name, 0])),
    sort: { [field]: direction, _id: direction },
    skip: page * limit,
    limit,
  });
  const rows = await found.toArray();
  // The last page determines the total; an empty page does so only if it is the first.
  const isLast = rows.length < limit && (rows.length > 0 || page === 0);
  const total = isLast ? page * limit + rows.length : await collection.countDocuments(filter);
  return { rows, total };
};
