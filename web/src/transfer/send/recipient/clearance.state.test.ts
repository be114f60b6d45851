import fc from 'fast-check';
import { initialClearance, nextClearance, type ClearanceInput } from './clearance.state.js';

type Type = ClearanceInput['type'];
const types: Type[] = [
  'channel-open',
  'unproven',
  'proven',
  'released',
  'refused',
  'approval-due',
  'approved',
  'started',
  'withdrawn',
];
const after = (isProtected: boolean, asksFirst: boolean, inputs: readonly Type[]) =>
  inputs.map((type) => ({ type })).reduce(nextClearance, initialClearance(isProtected, asksFirst));

describe('the proof of a recipient', () => {
  const rows: [string, Type[], string][] = [
    ['is pending at first', [], 'pending'],
    ['is given', ['channel-open', 'proven', 'released'], 'proven'],
    ['is due again on the next connection', ['channel-open', 'proven', 'channel-open'], 'pending'],
    ['is a question while it is missing', ['channel-open', 'unproven'], 'asking'],
    ['may come while the user is asked', ['channel-open', 'unproven', 'proven'], 'proven'],
    ['is waived when the user allows it', ['unproven', 'released'], 'waived'],
    ['stays waived on the next connection', ['unproven', 'released', 'channel-open'], 'waived'],
    ['is pending after a refusal', ['unproven', 'refused'], 'pending'],
    ['is pending when the connection goes before an answer', ['unproven', 'withdrawn'], 'pending'],
    ['outlives the end of its connection', ['proven', 'withdrawn'], 'proven'],
  ];
  it.each(rows)('%s', (_title, inputs, proof) => {
    expect(after(true, false, inputs)).toEqual({ proof, approval: 'none' });
  });
});

describe('the approval of a recipient', () => {
  const rows: [string, Type[], string][] = [
    ['is pending at first', [], 'pending'],
    ['is a question when the upload waits for it', ['approval-due'], 'asking'],
    ['is given by the user', ['approval-due', 'approved'], 'given'],
    ['is not given before the question', ['approved'], 'pending'],
    ['stays after a lost connection', ['approval-due', 'approved', 'withdrawn'], 'given'],
    [
      'is pending when the recipient goes before an answer',
      ['approval-due', 'withdrawn'],
      'pending',
    ],
    ['was given to a recipient whose upload starts without a question', ['started'], 'given'],
  ];
  it.each(rows)('%s', (_title, inputs, approval) => {
    expect(after(false, true, inputs)).toEqual({ proof: 'none', approval });
  });

  it('is not needed in a share that does not ask', () => {
    expect(after(false, false, ['channel-open', 'released', 'started', 'withdrawn'])).toEqual({
      proof: 'none',
      approval: 'none',
    });
  });
});

describe('the clearance of a recipient', () => {
  const inputs = fc.array(fc.constantFrom(...types), { maxLength: 20 });

  it('leaves no question open that has ended', () => {
    fc.assert(
      fc.property(inputs, fc.boolean(), fc.boolean(), (sequence, isProtected, asksFirst) => {
        const end = after(isProtected, asksFirst, [...sequence, 'withdrawn']);
        expect(Object.values(end)).not.toContain('asking');
      }),
    );
  });

  it('is waived or given only as the answer to a question', () => {
    fc.assert(
      fc.property(inputs, (sequence) => {
        let clearance = initialClearance(true, true);
        for (const type of sequence) {
          const before = clearance;
          clearance = nextClearance(before, { type });
          if (before.proof !== 'asking' && clearance.proof === 'waived')
            expect(before.proof).toBe('waived');
          if (type !== 'started' && before.approval !== 'asking' && clearance.approval === 'given')
            expect(before.approval).toBe('given');
        }
      }),
    );
  });

  it('is the same object when nothing changes', () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom(...types), (sequence, type) => {
        const before = after(true, true, sequence);
        const again = nextClearance(before, { type });
        expect(again === before).toBe(
          again.proof === before.proof && again.approval === before.approval,
        );
      }),
    );
  });
});
