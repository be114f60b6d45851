/**
 * One Web Lock per stored file (https://w3c.github.io/web-locks/), held by the tab that receives it until the
 * file is handed over. The browser releases it when the tab closes or crashes. The file system's own locks do
 * not suffice: they end before the hand-over, and do not cover a file and its progress record together.
 */
export interface FileLock {
  readonly key: string;
  /** Resolves when another tab can take it. Idempotent. */
  release(): Promise<void>;
}

const nameOf = (key: string): string => `received-file/${key}`;

/** Queries without acquiring the lock, so a concurrent `request()` is not refused. */
export const isFileLocked = async (key: string): Promise<boolean> => {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === nameOf(key));
};

/** Resolves with null while another sink or tab holds it. */
export const lockFile = (key: string): Promise<FileLock | null> =>
  new Promise((resolve, reject) => {
    const held = navigator.locks.request(
      nameOf(key),
      { ifAvailable: true },
      (lock): Promise<void> | undefined => {
        if (lock === null) {
          resolve(null);
          return undefined;
        }
        return new Promise((unlock) => {
          const release = async (): Promise<void> => {
            unlock();
            await held;
          };
          resolve({ key, release });
        });
      },
    );
    held.catch(reject);
  });

/** Acts while it holds the lock. Does nothing while another sink or tab holds it. */
export const ifUnlocked = (key: string, act: () => Promise<void>): Promise<void> =>
  navigator.locks.request(nameOf(key), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await act();
  });
