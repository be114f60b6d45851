/** What jsdom lacks: the locks of one browser, as far as tabs share them. */

import { act } from '@testing-library/react';

type Hold = () => Promise<unknown>;

export const installFakeLocks = () => {
  const held: { name: string }[] = [];
  const add = (name: string): (() => void) => {
    const lock = { name };
    held.push(lock);
    return () => void held.splice(held.indexOf(lock), 1);
  };
  const request = async (name: string, _options: unknown, hold: Hold): Promise<unknown> => {
    const release = add(name);
    return hold().finally(release);
  };
  const query = () => Promise.resolve({ held: [...held] });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request, query } });
  const look = () =>
    act(async () => {
      document.dispatchEvent(new Event('visibilitychange'));
      await query();
    });
  return {
    names: () => held.map(({ name }) => name),
    /** Another tab holds the lock until the returned function is called. */
    holdElsewhere: async (name: string): Promise<() => Promise<void>> => {
      const release = add(name);
      await look();
      return () => {
        release();
        return look();
      };
    },
    remove: () => void Reflect.deleteProperty(navigator, 'locks'),
  };
};
