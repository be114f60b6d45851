import { setImmediate as turn } from 'node:timers/promises';
import { createTurns, type Turns } from './turns.js';

/** Begins calls at the same time, as the responses of a service that arrive together do. */
const beginAll = (turns: Turns, ...names: string[]) => {
  const done: string[] = [];
  const all = Promise.all(
    names.map(async (name) => {
      await turns.next();
      done.push(name);
    }),
  );
  return { done, all };
};

describe('work that is due at once', () => {
  it('is done in one turn of the event loop each, in its order', async () => {
    const { done, all } = beginAll(createTurns(), 'a', 'b', 'c');
    await Promise.resolve();
    expect(done).toEqual(['a']);
    const afterTurns: number[] = [];
    while (done.length < 3) {
      await turn();
      afterTurns.push(done.length);
    }
    await all;
    expect([afterTurns, done]).toEqual([
      [2, 3],
      ['a', 'b', 'c'],
    ]);
  });

  it('waits for what waited before it', async () => {
    const turns = createTurns();
    const early = beginAll(turns, 'a', 'b');
    await turn();
    const late = beginAll(turns, 'c');
    await late.all;
    expect(early.done).toEqual(['a', 'b']);
  });

  it('begins at once after a turn without work', async () => {
    const turns = createTurns();
    await beginAll(turns, 'a', 'b').all;
    await turn();
    expect(turns.next()).toBeUndefined();
  });
});
