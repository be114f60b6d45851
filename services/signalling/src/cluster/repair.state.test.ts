import { nextRepair, repairTimes, type Repair, type RepairEvent } from './repair.state.js';

const settled: Repair = { phase: 'settled' };
const unreachable: Repair = { phase: 'unreachable' };
const announcing: Repair = { phase: 'announcing', atMs: 1_200 };
const confirming: Repair = { phase: 'confirming', untilMs: 6_000, hasMissed: false };
const missedAgain: Repair = { ...confirming, hasMissed: true };

const lost: RepairEvent = { type: 'broker-lost' };
const missed: RepairEvent = { type: 'frames-missed', nowMs: 1_000, jitterMs: 200 };
const clock = (nowMs: number): RepairEvent => ({ type: 'clock', nowMs, jitterMs: 200 });

it.each<[Repair, RepairEvent, Repair, string]>([
  [settled, clock(1_000), settled, 'nothing'],
  [settled, missed, announcing, 'nothing'],
  [announcing, missed, announcing, 'nothing'],
  [announcing, clock(1_199), announcing, 'nothing'],
  [
    announcing,
    clock(1_200),
    { phase: 'confirming', untilMs: 1_200 + repairTimes.confirmMs, hasMissed: false },
    'announce',
  ],
  [confirming, missed, missedAgain, 'nothing'],
  [confirming, clock(5_999), confirming, 'nothing'],
  [confirming, clock(6_000), settled, 'remove-unconfirmed'],
  [missedAgain, clock(6_000), { phase: 'announcing', atMs: 6_200 }, 'remove-unconfirmed'],
  [unreachable, missed, unreachable, 'nothing'],
  [unreachable, clock(1_000), announcing, 'require-confirmation'],
  ...[settled, unreachable, announcing, confirming].map(
    (before): [Repair, RepairEvent, Repair, string] => [before, lost, unreachable, 'nothing'],
  ),
])('%j after %j is %j: %s', (before, event, after, action) => {
  expect(nextRepair(before, event)).toEqual([after, action]);
});
