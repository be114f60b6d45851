import fc from 'fast-check';
import { initialDelivery, next, type Delivery, type DeliveryInput } from './delivery.state.js';

const named = (id: string): DeliveryInput => ({ type: 'named', id });
const copy = (copyId: string): DeliveryInput => ({ type: 'copy-started', copyId });
const allSent: DeliveryInput = { type: 'all-sent' };
const unconfirmed: DeliveryInput = { type: 'unconfirmed' };
const verified: DeliveryInput = { type: 'completed', isVerified: true };
const unverified: DeliveryInput = { type: 'completed', isVerified: false };
const failed: DeliveryInput = { type: 'failed', reason: 'peer-left' };
const returned: DeliveryInput = { type: 'returned' };
const endedBefore: DeliveryInput = { type: 'ended-before' };

/** Each step with its report. @param counted of other recipients, before. */
const run = (inputs: readonly DeliveryInput[], counted: Iterable<string> = []) => {
  const ids = new Set(counted);
  let delivery = initialDelivery('random');
  return inputs.map((input) => {
    const before = delivery;
    const [after, report] = next(before, input, ids);
    if (report !== null && report.outcome !== 'failed') ids.add(report.id);
    delivery = after;
    return { before, input, after, report };
  });
};

const reportsOf = (inputs: readonly DeliveryInput[], counted: string[] = []): string[] =>
  run(inputs, counted).flatMap(({ report }) =>
    report === null
      ? []
      : [[report.outcome, report.reportedAs, ...(report.reason ? [report.reason] : [])].join(' ')],
  );

describe('the report of a delivery', () => {
  const begun = [named('a'), copy('a2')];
  const rows: [string, DeliveryInput[], string[]][] = [
    ['is made once it is verified', [...begun, allSent, verified], ['verified a']],
    ['has a random ID without a name', [copy('c'), allSent, unverified], ['unverified random']],
    ['is made of a part, with the ID of its copy', [named('a'), allSent, verified], ['verified a']],
    ['is made when nothing is confirmed', [...begun, allSent, unconfirmed], ['unverified a']],
    [
      'is made again when it is verified after all',
      [...begun, allSent, unconfirmed, verified, verified],
      ['unverified a', 'verified a'],
    ],
    ['is made of a failure', [...begun, failed, failed], ['failed a peer-left']],
    [
      'counts a failure after the last byte',
      [...begun, allSent, failed],
      ['unverified a peer-left'],
    ],
    ['stays after a failure', [...begun, failed, allSent, verified], ['failed a peer-left']],
    ['stays when a counted recipient fails', [...begun, verified, failed], ['verified a']],
    ['is left to the recipient that returned', [...begun, returned, failed], []],
    [
      'is not left to it after the last byte',
      [...begun, allSent, returned, failed],
      ['unverified a peer-left'],
    ],
    ['was made when the user had ended it', [...begun, allSent, endedBefore, unconfirmed], []],
    [
      'is made of a delivery that another follows',
      [...begun, allSent, named('b'), copy('b2'), failed],
      ['unverified a', 'failed b peer-left'],
    ],
    [
      'is not made of a part that another follows',
      [...begun, named('b'), failed],
      ['failed b peer-left'],
    ],
    ['follows a name that comes late', [copy('c'), allSent, named('a'), verified], ['verified a']],
    [
      'is one for a copy that begins again before it is counted',
      [...begun, allSent, copy('a3'), unconfirmed, verified],
      ['unverified a', 'verified a'],
    ],
    [
      'has another ID for a copy that begins after one was counted',
      [...begun, allSent, unconfirmed, copy('a3'), allSent, unconfirmed, verified],
      ['unverified a', 'unverified a3', 'verified a3'],
    ],
    [
      'has the same ID for the rest of a copy that was counted',
      [...begun, allSent, unconfirmed, named('a'), allSent, verified],
      ['unverified a', 'verified a'],
    ],
  ];
  it.each(rows)('%s', (_title, inputs, reports) => {
    expect(reportsOf(inputs)).toEqual(reports);
  });

  it('has another ID for a copy whose ID was counted by another recipient', () => {
    expect(reportsOf([...begun, allSent, verified], ['a'])).toEqual(['verified a2']);
    expect(reportsOf([named('a'), allSent, verified], ['a'])).toEqual(['verified a']);
  });
});

describe('any sequence of a recipient', () => {
  const inputs = fc.array(
    fc.oneof(
      fc.constantFrom('a', 'b').map(named),
      fc.uuid().map(copy),
      fc.constantFrom(allSent, unconfirmed, verified, unverified, failed, returned, endedBefore),
    ),
    { maxLength: 30 },
  );
  /** What belongs to one copy, or the rest of one: a step that begins another ends it. */
  const isBegun = (before: Delivery, after: Delivery): boolean =>
    (before.isNamed && before.id !== after.id) ||
    (before.state === 'counted' && after.state === 'sending');

  const check = (assert: (steps: ReturnType<typeof run>) => void): void =>
    fc.assert(
      fc.property(inputs, (sequence) => assert(run(sequence))),
      { numRuns: 500 },
    );

  it('reports a copy at most once, except as verified after unverified', () => {
    check((steps) => {
      let outcomes: string[] = [];
      for (const { before, after, report } of steps) {
        if (report !== null) outcomes.push(report.outcome);
        if (outcomes.length > 1) expect(outcomes).toEqual(['unverified', 'verified']);
        if (isBegun(before, after)) outcomes = [];
      }
    });
  });

  it('reports no failure after every byte was sent', () => {
    check((steps) => {
      let hasSentAll = false;
      for (const { before, input, after, report } of steps) {
        if (hasSentAll) expect(report?.outcome).not.toBe('failed');
        if (isBegun(before, after)) hasSentAll = false;
        hasSentAll ||= input.type === 'all-sent';
      }
    });
  });

  it('counts each copy that was sent, unless it is reported otherwise', () => {
    check((steps) => {
      for (const { before, after, report } of steps)
        if (before.state === 'sent' && after.state !== 'sent' && after.state !== 'elsewhere')
          expect(report).not.toBeNull();
    });
  });

  it('counts no two copies under one ID, and none twice', () => {
    check((steps) => {
      const counted = new Set<string>();
      let own: string | null = null;
      for (const { before, after, report } of steps) {
        if (report !== null && report.outcome !== 'failed') {
          if (own !== null) expect(report.reportedAs).toBe(own);
          else if (before.copyId !== null) expect(counted).not.toContain(report.reportedAs);
          own = report.reportedAs;
          counted.add(own);
        }
        if (isBegun(before, after)) own = null;
      }
    });
  });

  it('reports a failure under the name of the delivery', () => {
    check((steps) => {
      for (const { before, report } of steps)
        if (report?.outcome === 'failed') expect(report.reportedAs).toBe(before.id);
    });
  });
});
