import type { Model } from 'mongoose';

export interface OutboxSource {
  // oxlint-disable-next-line typescript/no-explicit-any -- only the three outbox fields are touched
  model: Model<any>;
  /** Documents with these values, by path, are removed, not cleared, once their events are published. */
  removeWhen?: Readonly<Record<string, string | boolean>>;
}

/** A document of which events are published. */
export interface PublishedRow {
  id: unknown;
  eventIds: readonly string[];
  /** Set if these are all pending events of the document while it has this tip. */
  all?: { tip: string | undefined; isRemoved: boolean };
}

const unsetEvents = ({ id, eventIds }: PublishedRow): object[] => {
  const paths = eventIds.map((eventId) => [`outbox.${eventId}`, 1] as const);
  const update = { $unset: Object.fromEntries(paths) };
  return paths.length > 0 ? [{ updateOne: { filter: { _id: id }, update } }] : [];
};

const clearAll = ({ id, all }: PublishedRow, { removeWhen }: OutboxSource): object[] => {
  if (!all) return [];
  const unchanged = { _id: id, outboxTip: all.tip };
  if (all.isRemoved) return [{ deleteOne: { filter: { ...unchanged, ...removeWhen } } }];
  const update = { $unset: { outbox: 1, outboxAt: 1, outboxTip: 1 } };
  return [{ updateOne: { filter: unchanged, update } }];
};

/** Removes published events, in one command for all rows. False if an event was appended to one that had all published. */
export const clearRows = async (
  source: OutboxSource,
  rows: readonly PublishedRow[],
): Promise<boolean> => {
  const whole = rows.flatMap((row) => clearAll(row, source));
  const parts = rows.flatMap((row) => (row.all ? [] : unsetEvents(row)));
  if (whole.length + parts.length === 0) return true;
  const write = (operations: readonly object[]) =>
    source.model.collection.bulkWrite(operations as never, { ordered: false });
  const cleared = await write([...whole, ...parts]);
  if (cleared.matchedCount + cleared.deletedCount >= whole.length + parts.length) return true;
  // Remove the published events only; those that were appended stay pending.
  const published = rows.flatMap((row) => (row.all ? unsetEvents(row) : []));
  if (published.length > 0) await write(published);
  return false;
};
