import type { Model } from 'mongoose';

/** A page of sorted rows. `page` starts at 0; rows with equal keys are sorted by id, in the same direction. */
export interface PageOrder {
  field: string;
  isAscending: boolean;
  page: number;
  limit: number;
}

/** One page, and the number of rows on all pages. */
export const readPage = async <Row>(
  model: Model<Row>,
  filter: Record<string, unknown>,
  { field, isAscending, page, limit }: PageOrder,
): Promise<{ rows: Row[]; total: number }> => {
  const direction = isAscending ? 1 : -1;
  const rows = await model
    .find(filter)
    .sort({ [field]: direction, _id: direction })
    .skip(page * limit)
    .limit(limit)
    .lean<Row[]>();
  // The last page tells how many there are; an empty one, only if it is the first.
  const isLast = rows.length < limit && (rows.length > 0 || page === 0);
  const total = isLast ? page * limit + rows.length : await model.countDocuments(filter);
  return { rows, total };
};
