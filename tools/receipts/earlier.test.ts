import { checkRemoved } from './earlier.ts';
import { hashOf, type Row } from './rows.ts';

/** More than a call takes arguments. */
const count = 130_000;
const createdAt = '2024-01-01T00:00:00.000Z';

const entry = { seq: 1, createdAt, commitments: {} };
const row: Row = { cells: {}, entry: { ...entry, hash: hashOf(entry) }, seq: 1 };

describe('the entries of an earlier export that were removed', () => {
  it('are compared with the retention, however many they are', () => {
    const removed = Array.from({ length: count }, () => row);
    expect(checkRemoved(removed, { at: '2026-06-01T00:00:00.000Z' }, 12)).toEqual({
      isValid: true,
      text: 'Removed entries of the earlier export were older than 12 months.',
    });
  });
});
