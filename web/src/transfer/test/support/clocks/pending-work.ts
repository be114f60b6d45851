/** Work of the platform's thread pool that a test under a fake clock waits for: Web Cryptography and reads of files. */

type AsyncMethod = (this: unknown, ...args: unknown[]) => Promise<unknown>;

let pending = 0;

const count = (owner: object, names: readonly string[]): void => {
  for (const name of names) {
    const method = Reflect.get(owner, name) as AsyncMethod;
    const counted: AsyncMethod = function (...args) {
      pending += 1;
      return method.apply(this, args).finally(() => {
        pending -= 1;
      });
    };
    Reflect.set(owner, name, counted);
  }
};

count(Object.getPrototypeOf(crypto.subtle) as object, [
  'deriveBits',
  'deriveKey',
  'digest',
  'exportKey',
  'generateKey',
  'importKey',
  'sign',
  'verify',
]);
count(Blob.prototype, ['arrayBuffer']);

export const isWorkPending = (): boolean => pending > 0;
