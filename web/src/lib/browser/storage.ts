/** The browser's storages, which it may refuse or which may be full: then nothing is kept and nothing is found. */
export interface KeptTexts {
  read(key: string): string | null;
  /** Null also for a text that is no JSON. */
  readJson(key: string): unknown;
  /** Null removes it. */
  write(key: string, text: string | null): void;
}

const attempt = <Result>(work: () => Result): Result | null => {
  try {
    return work();
  } catch {
    return null;
  }
};

const keptIn = (open: () => Storage): KeptTexts => ({
  read: (key) => attempt(() => open().getItem(key)),
  readJson: (key) => attempt(() => JSON.parse(open().getItem(key) ?? 'null') as unknown),
  write(key, text) {
    attempt(() => (text === null ? open().removeItem(key) : open().setItem(key, text)));
  },
});

/** Of all tabs, until the user deletes it. */
export const browserStorage = keptIn(() => localStorage);
/** Of this tab, until it is closed. */
export const tabStorage = keptIn(() => sessionStorage);
