/**
 * Idempotency keys of creates. A create whose answer was lost is repeated under its key and finds the share that it
 * made, instead of using up another one of the month.
 */

import { randomHex } from '../../../lib/random-hex.js';

const bytesOfKey = 16;

export type CreateKeys = ReturnType<typeof createKeys>;

/** One key for each chosen file and choice of options, until the create is settled. */
export const createKeys = () => {
  const keys = new WeakMap<object, Map<string, string>>();
  return {
    keyOf(chosen: object, choice: string): string {
      const ofFile = keys.get(chosen) ?? new Map<string, string>();
      const key = ofFile.get(choice) ?? randomHex(bytesOfKey);
      keys.set(chosen, ofFile.set(choice, key));
      return key;
    },
    /** Call it when the share exists or the key is no longer needed. */
    settle(chosen: object): void {
      keys.delete(chosen);
    },
  };
};
