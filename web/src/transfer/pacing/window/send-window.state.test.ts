import {
  initialPhase,
  nextPhase,
  type WindowInput,
  type WindowPhase,
} from './send-window.state.js';

const steady: WindowPhase = { phase: 'steady', hasMetQueue: true, shrinking: null };
const shrinking = (rounds: number): WindowPhase => ({
  ...steady,
  shrinking: { rounds, windowBefore: 800 },
});
const competing: WindowPhase = { phase: 'competing', hasMetQueue: true, wasQueueEmpty: false };
const alone: WindowPhase = { ...competing, wasQueueEmpty: true };
const startupAgain: WindowPhase = { phase: 'startup', hasMetQueue: true };
const shrink: WindowInput = { type: 'shrink', window: 800, isYielding: false };

describe('the phase of the send window', () => {
  it.each<[WindowPhase, WindowInput, WindowPhase]>([
    [startupAgain, { type: 'path-filled' }, { ...steady, hasMetQueue: false }],
    [initialPhase, { type: 'stall' }, { ...steady, hasMetQueue: false }],
    [startupAgain, { type: 'stall' }, steady],
    [shrinking(3), { type: 'stall' }, shrinking(3)],
    [shrinking(3), { type: 'limit-changed' }, startupAgain],
    [competing, { type: 'limit-changed' }, competing],
    [steady, shrink, shrinking(1)],
    [shrinking(1), { ...shrink, window: 700 }, shrinking(2)],
    [shrinking(7), shrink, competing],
    [shrinking(3), { type: 'keep' }, steady],
    [{ ...steady, hasMetQueue: false }, { type: 'queue-met' }, steady],
    [steady, { type: 'queue-empty' }, steady],
    [competing, { type: 'queue-empty' }, alone],
    [competing, { type: 'competed' }, competing],
    [alone, { type: 'competed' }, steady],
  ])('%j after %j is %j', (state, input, expected) => {
    expect(nextPhase(state, input)).toEqual(expected);
  });

  it('never competes while the window yields', () => {
    expect(nextPhase(shrinking(7), { ...shrink, isYielding: true })).toEqual(shrinking(8));
    const yields: WindowInput = { type: 'yielding-changed', isYielding: true };
    expect(nextPhase(competing, yields)).toEqual(steady);
  });

  it('counts shrinks anew when the window no longer yields, and goes on competing', () => {
    const competes: WindowInput = { type: 'yielding-changed', isYielding: false };
    expect(nextPhase(shrinking(8), competes)).toEqual(steady);
    expect(nextPhase(competing, competes)).toEqual(competing);
  });
});
