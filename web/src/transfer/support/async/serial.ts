/**
 * Runs steps one after the other, in the order of the calls. A failed step does not stop the next one: each promise
 * settles as its own step does, and its rejection is the caller's to handle.
 */
export type Serial = <T>(step: () => Promise<T>) => Promise<T>;

export const createSerial = (): Serial => {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const result = last.then(step, step);
    last = result;
    return result;
  };
};
