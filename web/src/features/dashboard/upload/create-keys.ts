/**
 * Idempotency keys of creates. A create whose answer was lost is repeated under its key and finds the share that it
 * made, instead of using up another one of the month.
 */
const bytesOfKey = 16;

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytesOfKey)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** One key for each chosen file and expiry, until the create is settled. */
export const createKeys = () => {
  const keys = new WeakMap<object, Map<number | undefined, string>>();
  return {
    keyOf(chosen: object, expiresInDays: number | undefined): string {
      const ofFile = keys.get(chosen) ?? new Map<number | undefined, string>();
      const key = ofFile.get(expiresInDays) ?? newKey();
      keys.set(chosen, ofFile.set(expiresInDays, key));
      return key;
    },
    /** The share exists, or its key is of no more use. */
    settle(chosen: object): void {
      keys.delete(chosen);
    },
  };
};
