/** Records items and lets a test wait for them. */
export interface Recorder<Item> {
  readonly items: readonly Item[];
  add(item: Item): void;
  /** Resolves when the condition holds, checked after each item. */
  until(condition: (items: readonly Item[]) => boolean, what: string): Promise<void>;
  /** Resolves with the first matching item, recorded already or later. */
  find(condition: (item: Item) => boolean, what: string): Promise<Item>;
}

/** Only ends tests that hang; long, because a busy machine is slow. */
const timeoutMs = 60_000;

export const createRecorder = <Item>(): Recorder<Item> => {
  const items: Item[] = [];
  const waiting = new Set<() => void>();
  const until: Recorder<Item>['until'] = (condition, what) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(check);
        reject(
          new Error(`timed out waiting for ${what}; recorded ${JSON.stringify(items.slice(-10))}`),
        );
      }, timeoutMs).unref();
      const check = () => {
        if (!condition(items)) return;
        clearTimeout(timer);
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  return {
    items,
    add: (item) => {
      items.push(item);
      for (const check of [...waiting]) check();
    },
    until,
    find: async (condition, what) => {
      await until((all) => all.some(condition), what);
      return items.find(condition) as Item;
    },
  };
};

/** Polls a condition that cannot be awaited, such as the state of another process; times out after a minute. */
export const eventually = async (condition: () => Promise<boolean> | boolean, what: string) => {
  const endsAt = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > endsAt) throw new Error(`timed out waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
