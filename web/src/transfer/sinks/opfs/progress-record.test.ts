import fc from 'fast-check';
import { decodeRecords, encodeRecord, recordBytes } from './progress-record.js';

describe('progress record', () => {
  it('restores the committed blocks and drops a record that a crash truncated', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 20 }),
        fc.nat(2_000),
        (lengths, lost) => {
          const all = lengths.map((length, i) => encodeRecord(length, new Uint8Array(32).fill(i)));
          const bytes = new Uint8Array(Buffer.concat(all));
          const kept = bytes.subarray(0, Math.max(0, bytes.length - lost));
          const records = Math.floor(kept.length / recordBytes);
          const total = lengths.reduce((sum, length) => sum + length, 0);
          const restored = decodeRecords(kept, total);
          expect(restored.digests.length).toBe(records);
          expect(restored.offset).toBe(
            lengths.slice(0, records).reduce((sum, length) => sum + length, 0),
          );
          // Records beyond the end of the data file do not count.
          expect(decodeRecords(kept, total - 1).offset).toBeLessThan(Math.max(1, total));
        },
      ),
    );
  });
});
