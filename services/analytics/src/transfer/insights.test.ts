import { emptyRollup, type Rollup } from '../rollup/rollup.js';
import { costInsights } from './insights.js';

const gb = 1_000_000_000;
const none = { count: 0, totalBytes: 0 };
const rollup = (byType: Partial<Rollup['byType']>): Rollup => ({
  ...emptyRollup,
  byType: { turn: none, stun: none, direct: none, unknown: none, ...byType },
});

describe('cost insights', () => {
  it('are zero without transfers', () => {
    expect(costInsights(emptyRollup, 0.09)).toMatchObject({
      totalTransfers: 0,
      turnPercentage: 0,
      stunPercentage: 0,
      estimatedTurnCost: 0,
      costNotes: ['No transfers have been recorded yet.', expect.stringContaining('$0.09')],
    });
  });

  it('percentages count transfers, the cost covers relayed bytes only [3.61, 3.62, 3.65, 3.68, 3.69, 3.70]', () => {
    const insights = costInsights(
      rollup({
        turn: { count: 1, totalBytes: 25 * gb },
        stun: { count: 1, totalBytes: 500 * gb },
        direct: { count: 1, totalBytes: gb },
      }),
      0.1,
    );
    expect(insights).toMatchObject({
      totalTransfers: 3,
      totalBytesTransferred: 526 * gb,
      turnPercentage: 33.3,
      stunPercentage: 33.3,
      estimatedTurnCost: 2.5,
    });
    expect(insights.costNotes[0]).toBe(
      '1 transfer of 3 went through a relay. Their files have 23.28 GB together, about $2.50.',
    );
  });

  it('have sizes as the page shows them, and name the bytes that the price is for', () => {
    const turn = { count: 1, totalBytes: 10 * 1024 ** 3 };
    const { costNotes } = costInsights(rollup({ turn }), 0.09);
    expect(costNotes[0]).toContain('have 10.00 GB together, about $0.97.');
    expect(costNotes[1]).toContain('$0.09 for each 1,000,000,000 bytes (953.67 MB)');
  });

  it('name what each note is about', () => {
    const { costNotes, ...facts } = costInsights(
      rollup({ turn: { count: 2, totalBytes: gb }, unknown: { count: 1, totalBytes: gb } }),
      0.09,
    );
    expect(facts).toMatchObject({
      costNoteKinds: [
        'relayed',
        'price',
        'counting',
        'free-routes',
        'many-relayed',
        'unknown-routes',
      ],
      pricePerGb: 0.09,
      unknownTransfers: 1,
    });
    expect(costNotes).toHaveLength(6);
    expect(costInsights(emptyRollup, 0.09).costNoteKinds).toEqual(['no-transfers', 'price']);
    const direct = { count: 1, totalBytes: gb };
    expect(costInsights(rollup({ direct }), 0.09).costNoteKinds[0]).toBe('none-relayed');
  });

  it.each([
    [
      'few relayed',
      { turn: { count: 1, totalBytes: gb }, direct: { count: 9, totalBytes: gb } },
      0,
    ],
    [
      'many relayed',
      { turn: { count: 4, totalBytes: gb }, direct: { count: 6, totalBytes: gb } },
      1,
    ],
  ])('%s: a warning or none', (_, byType, warnings) => {
    const { costNotes } = costInsights(rollup(byType), 0.1);
    expect(costNotes.filter((note) => note.includes('check that the STUN'))).toHaveLength(warnings);
  });

  it('say that a transfer counts by the route that carried most of its bytes', () => {
    const { costNotes } = costInsights(rollup({ turn: { count: 1, totalBytes: gb } }), 0.09);
    expect(costNotes.join(' ')).toContain('the route that carried most of its bytes');
  });

  it('contain notes as plain sentences', () => {
    const { costNotes } = costInsights(rollup({ unknown: { count: 2, totalBytes: gb } }), 0.09);
    for (const note of costNotes) expect(note).toMatch(/^[A-Z0-9].*\.$/);
    expect(costNotes.join(' ')).toContain('2 transfers did not tell');
  });
});
