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
  const [rows, total] = await Promise.all([
    model
      .find(filter)
      .sort({ [field]: direction, _id: direction })
      .skip(page * limit)
      .limit(limit)
      .lean<Row[]>(),
    model.countDocuments(filter),
  ]);
  return { rows, total };
};
