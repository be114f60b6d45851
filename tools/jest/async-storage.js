import { AsyncLocalStorage } from 'node:async_hooks';

/** @type {Set<AsyncLocalStorage<unknown>>} */
const used = new Set();

for (const name of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (...args) {
    used.add(this);
    return Reflect.apply(original, this, args);
  };
}

/**
 * Disables what a test file has used. A storage stays enabled after its module is gone, and every promise of the worker
 * copies the value of each one; Jest itself and the services use one or more per test file, so that the files slowed
 * down those after them by up to a fifth.
 */
export const disableStorages = () => {
  for (const storage of used) storage.disable();
  used.clear();
};
