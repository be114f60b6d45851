import type { AuditLogEntry } from './api.js';
import { joinDeliveries, standingOf } from './deliveries.js';
import { entry } from './test/entry.js';

type Delivery = NonNullable<AuditLogEntry['delivery']>;
const delivery = (part: Partial<Delivery>): Delivery => ({
  deliveryId: 'd',
  standing: 'claimed',
  reportedBy: 'recipient',
  bytes: null,
  reason: null,
  ...part,
});

describe('the reports of a delivery', () => {
  const download = (id: string, part: Partial<Delivery>, more: Partial<AuditLogEntry> = {}) =>
    entry({ id, eventType: 'download_completed', delivery: delivery(part), ...more });
  const bySender = download('s', { standing: 'confirmed', reportedBy: 'sender', bytes: 5_000 });
  const byRecipient = download('r', {}, { accessorEmail: 'grace@example.com' });

  it('are one row with the accessor and the strongest standing', () => {
    for (const entries of [
      [bySender, byRecipient],
      [byRecipient, bySender],
    ]) {
      const rows = joinDeliveries([entry({ id: 'x' }), ...entries]);
      expect(rows.map(({ id }) => id)).toEqual(['x', 'r']);
      expect(rows[1]).toMatchObject({ accessorEmail: 'grace@example.com' });
      expect(rows.map(standingOf)).toEqual(['', 'Confirmed by both sides']);
    }
  });

  it('show the sender’s reason when both sides report a refusal', () => {
    const refusals = (['recipient', 'sender'] as const).map((side) =>
      download(side, { standing: 'refused', reportedBy: side }, { eventStatus: 'failure' }),
    );
    for (const entries of [refusals, [...refusals].reverse()])
      expect(joinDeliveries(entries)).toMatchObject([
        { id: 'recipient', delivery: { reportedBy: 'sender' } },
      ]);
  });

  it('of another share or another delivery stay apart', () => {
    const others = [
      download('a', {}),
      download('b', {}, { shareId: 'other' }),
      download('c', { deliveryId: 'e' }),
      download('f', { deliveryId: null }),
      download('g', { deliveryId: null }),
    ];
    expect(joinDeliveries(others)).toHaveLength(5);
  });

  it('keep a failure only until the delivery is complete', () => {
    const partial = download(
      'p',
      { standing: 'partial', reportedBy: 'sender', bytes: 2_048 },
      { eventStatus: 'failure' },
    );
    expect(joinDeliveries([partial]).map(standingOf)).toEqual(['Interrupted after 2.00 KB']);
    expect(joinDeliveries([bySender, byRecipient, partial])).toMatchObject([
      { id: 'r', eventStatus: 'success' },
    ]);
  });

  it.each([
    [{ standing: 'claimed', reportedBy: 'recipient' }, 'Reported by the recipient only'],
    [{ standing: 'claimed', reportedBy: 'sender' }, 'Reported by your browser only'],
    [{ standing: 'refused', reportedBy: 'recipient' }, 'Stopped by the recipient’s browser'],
    [{ standing: 'refused', reportedBy: 'sender' }, 'Stopped by your browser'],
    [{ standing: 'refused', reason: 'refused-by-sender' }, 'Stopped by your browser'],
    [
      { standing: 'refused', reportedBy: 'sender', reason: 'refused-by-recipient' },
      'Stopped by the recipient’s browser',
    ],
    [{ standing: 'failed' }, 'Not delivered'],
  ] as const)('%j are described as %p', (part, expected) => {
    expect(standingOf({ delivery: delivery(part) })).toBe(expected);
  });
});
