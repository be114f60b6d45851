import fc from 'fast-check';
import type { ReceiverReady } from '../../../wire/control-messages.js';
import {
  initialVersion,
  nextVersion,
  readyOf,
  type VersionChoice,
  type VersionInput,
} from './version-choice.state.js';

const readyFor = (deliveryId?: string): VersionInput => {
  const ready: ReceiverReady = {
    type: 'receiver-ready',
    ...{ protocol: 2, fileId: 'f', nextBlock: 0, windowBlocks: 4, maxMessageBytes: 16_384 },
    ...(deliveryId !== undefined && { deliveryId }),
  };
  return { type: 'ready', ready };
};
const noAnswer: VersionInput = { type: 'no-answer' };
const approved: VersionInput = { type: 'approved' };
const unnamed = readyFor();

const decided = { ended: new Set(['ended']), approved: new Set(['approved']) };
const steps = (inputs: readonly VersionInput[], isApprovalDue: boolean): VersionChoice[] => {
  let version = initialVersion(isApprovalDue);
  const later = inputs.map((input) => (version = nextVersion(version, input, decided)));
  return [initialVersion(isApprovalDue), ...later];
};
const describeState = (version: VersionChoice): string =>
  version.state === 'held' && version.ready === null ? 'held for v1' : version.state;

describe('the version of an upload', () => {
  const rows: [string, VersionInput[], string[]][] = [
    ['is 2 for a receiver that answers', [unnamed], ['unanswered', 'v2']],
    ['is 1 for one that does not', [noAnswer], ['unanswered', 'v1']],
    ['is 2 after a late answer', [noAnswer, unnamed], ['unanswered', 'v1', 'v2']],
    [
      'stays 2',
      [unnamed, noAnswer, readyFor('a'), approved],
      ['unanswered', 'v2', 'v2', 'v2', 'v2'],
    ],
    ['is none for a delivery that was ended', [readyFor('ended')], ['unanswered', 'ended']],
    [
      'stays none',
      [readyFor('ended'), unnamed, noAnswer],
      ['unanswered', 'ended', 'ended', 'ended'],
    ],
    [
      'is no longer 1 for a delivery that was ended',
      [noAnswer, readyFor('ended')],
      ['unanswered', 'v1', 'ended'],
    ],
  ];
  it.each(rows)('%s', (_title, inputs, states) => {
    expect(steps(inputs, false).map(describeState)).toEqual(states);
  });
});

describe('an upload whose approval is due', () => {
  const rows: [string, VersionInput[], string[]][] = [
    ['is held for a receiver that answers', [unnamed, approved], ['unanswered', 'held', 'v2']],
    ['is held for one that does not', [noAnswer, approved], ['unanswered', 'held for v1', 'v1']],
    [
      'is held again for one that answers late',
      [noAnswer, readyFor('a'), approved],
      ['unanswered', 'held for v1', 'held', 'v2'],
    ],
    ['starts when it is approved before', [approved, unnamed], ['unanswered', 'unanswered', 'v2']],
    ['starts for a delivery that was approved', [readyFor('approved')], ['unanswered', 'v2']],
    [
      'starts for a delivery that was approved, named late',
      [noAnswer, readyFor('approved')],
      ['unanswered', 'held for v1', 'v2'],
    ],
    ['ends for a delivery that was ended', [readyFor('ended')], ['unanswered', 'ended']],
  ];
  it.each(rows)('%s', (_title, inputs, states) => {
    expect(steps(inputs, true).map(describeState)).toEqual(states);
  });

  it('ends for a delivery that was ended while it was held', () => {
    const held = nextVersion(initialVersion(true), readyFor('a'), {});
    expect(nextVersion(held, approved, { ended: new Set(['a']) })).toEqual({ state: 'ended' });
  });
});

describe('any sequence of a version', () => {
  const inputs = fc.array(
    fc.oneof(
      fc.constantFrom(noAnswer, approved, unnamed),
      fc.constantFrom('a', 'approved', 'ended').map(readyFor),
    ),
    { maxLength: 12 },
  );
  const isStarted = ({ state }: VersionChoice): boolean => state === 'v1' || state === 'v2';

  it('starts nothing that is not approved', () => {
    fc.assert(
      fc.property(inputs, (sequence) => {
        const all = steps(sequence, true);
        const start = all.findIndex(isStarted);
        const before = sequence.slice(0, Math.max(0, start));
        if (start === -1) return;
        const last = before.at(-1);
        const isNamed = last?.type === 'ready' && last.ready.deliveryId === 'approved';
        expect(isNamed || before.includes(approved)).toBe(true);
      }),
    );
  });

  it('starts no delivery that was ended', () => {
    fc.assert(
      fc.property(inputs, fc.boolean(), (sequence, isApprovalDue) => {
        for (const version of steps(sequence, isApprovalDue))
          expect(readyOf(version)?.deliveryId).not.toBe('ended');
      }),
    );
  });

  it('starts each version at most once, and version 1 never after 2', () => {
    fc.assert(
      fc.property(inputs, fc.boolean(), (sequence, isApprovalDue) => {
        const all = steps(sequence, isApprovalDue);
        const begun = all.filter((each, index) => isStarted(each) && each !== all[index - 1]);
        expect(['', 'v1', 'v2', 'v1 v2']).toContain(begun.map(({ state }) => state).join(' '));
      }),
    );
  });
});
