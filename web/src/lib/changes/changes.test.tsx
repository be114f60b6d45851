import { jest } from '@jest/globals';
import { changeKinds, type ChangeKind } from '@tandem/proto/browser/changes';
import { look } from '../../../test/dom/tab.js';
import { installFakeChanges, removeFakeChanges } from '../../../test/fake-changes.js';
import { watchChanges } from './changes.js';
import { isStreamUp } from './stream-state.js';

type Streams = ReturnType<typeof installFakeChanges>;
let streams: Streams;
const stops: (() => void)[] = [];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  streams = installFakeChanges();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  look('visible');
  removeFakeChanges();
  jest.useRealTimers();
});

/** A tab of the browser; its lock is granted. */
const openTab = async (uid = 'ada') => {
  const changes: ChangeKind[][] = [];
  const stop = watchChanges(uid, (kinds) => changes.push([...kinds]));
  stops.push(stop);
  await jest.advanceTimersByTimeAsync(0);
  return { changes, stop };
};
const all = [...changeKinds];

describe('the stream of a browser', () => {
  it('is opened by one of its tabs and reaches all of them', async () => {
    const first = await openTab();
    const second = await openTab();
    expect(streams.urls()).toEqual([expect.stringMatching(/\/api\/changes\?account=ada$/)]);
    streams.beat();
    streams.change('shares');
    streams.change('nonsense');
    expect(first.changes).toEqual([all, ['shares']]);
    expect(second.changes).toEqual([all, ['shares']]);
  });

  it('counts as open with its first beat, not with the head of the response', async () => {
    await openTab();
    expect(isStreamUp()).toBe(false);
    streams.beat();
    expect(isStreamUp()).toBe(true);
  });

  it('is known to a tab that opens later, which then catches up', async () => {
    await openTab();
    streams.beat();
    const late = await openTab();
    expect(late.changes).toEqual([all]);
    expect(streams.opened()).toBe(1);
  });

  it('is taken over by another tab when the leading one closes', async () => {
    const first = await openTab();
    const second = await openTab();
    streams.beat();
    first.stop();
    await jest.advanceTimersByTimeAsync(0);
    expect([streams.opened(), streams.openNow()]).toEqual([2, 1]);
    streams.beat();
    streams.change('audit');
    expect(second.changes).toEqual([all, all, ['audit']]);
    expect(first.changes).toEqual([all]);
  });

  it('is closed with the last tab and not opened by a hidden one', async () => {
    const only = await openTab();
    only.stop();
    await jest.advanceTimersByTimeAsync(0);
    expect(streams.openNow()).toBe(0);
    expect(isStreamUp()).toBe(false);
    look('hidden');
    await openTab();
    expect(streams.opened()).toBe(1);
    look('visible');
    await jest.advanceTimersByTimeAsync(0);
    expect(streams.opened()).toBe(2);
  });

  it('is kept for a minute by a tab that is hidden', async () => {
    await openTab();
    streams.beat();
    look('hidden');
    await jest.advanceTimersByTimeAsync(40_000);
    expect(streams.openNow()).toBe(1);
    await jest.advanceTimersByTimeAsync(20_001);
    expect(streams.openNow()).toBe(0);
  });

  it('is opened again when that tab is shown, and everything is loaded before it is', async () => {
    const tab = await openTab();
    streams.beat();
    look('hidden');
    await jest.advanceTimersByTimeAsync(61_000);
    look('visible');
    await jest.advanceTimersByTimeAsync(0);
    expect(tab.changes).toEqual([all, all]);
    expect([streams.openNow(), isStreamUp()]).toEqual([1, false]);
  });

  it('is separate for each account', async () => {
    const ada = await openTab('ada');
    const bob = await openTab('bob');
    expect(streams.opened()).toBe(2);
    streams.beat();
    expect(bob.changes).toEqual([all]);
    expect(ada.changes).toEqual([]);
  });
});

it('tells a hidden tab of its changes once it is visible', async () => {
  const tab = await openTab();
  streams.beat();
  look('hidden');
  streams.change('shares');
  streams.change('shares');
  expect(tab.changes).toEqual([all]);
  look('visible');
  expect(tab.changes).toEqual([all, ['shares']]);
});

describe('a stream that fails', () => {
  it('is down until the browser has reconnected, then everything is loaded again', async () => {
    const tab = await openTab();
    streams.beat();
    streams.lose();
    expect(isStreamUp()).toBe(false);
    streams.beat();
    expect(isStreamUp()).toBe(true);
    expect(tab.changes).toEqual([all, all]);
    expect(streams.opened()).toBe(1);
  });

  it('is opened again within 45 s after a refusal', async () => {
    await openTab();
    streams.beat();
    streams.refuse();
    expect(isStreamUp()).toBe(false);
    await jest.advanceTimersByTimeAsync(14_000);
    expect(streams.opened()).toBe(1);
    await jest.advanceTimersByTimeAsync(31_500);
    expect(streams.opened()).toBeGreaterThanOrEqual(2);
  });

  it('makes the page load its user when it is refused after it was open, once', async () => {
    const tab = await openTab();
    streams.beat();
    streams.lose();
    streams.refuse();
    expect(tab.changes).toEqual([all, ['plan']]);
    await jest.advanceTimersByTimeAsync(46_000);
    streams.refuse();
    expect(tab.changes).toEqual([all, ['plan']]);
  });

  it('is replaced when it has been silent for two beats', async () => {
    await openTab();
    streams.beat();
    await jest.advanceTimersByTimeAsync(44_000);
    expect([isStreamUp(), streams.opened()]).toEqual([true, 1]);
    await jest.advanceTimersByTimeAsync(1_500);
    expect([isStreamUp(), streams.opened(), streams.openNow()]).toEqual([false, 2, 1]);
  });
});

it('opens no stream in a browser without the APIs', async () => {
  Reflect.deleteProperty(globalThis, 'EventSource');
  const tab = await openTab();
  expect([tab.changes, isStreamUp(), streams.opened()]).toEqual([[], false, 0]);
});
