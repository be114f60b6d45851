/** Collects what happens and lets a test wait for it; never sleeps. */
export interface Recorder<Item> {
  readonly items: readonly Item[];
  add(item: Item): void;
  /** Resolves when the condition holds; asked again after each item. */
  until(condition: (items: readonly Item[]) => boolean, what: string): Promise<void>;
  /** Resolves with the first item, recorded already or yet to come, for which this holds. */
  find(condition: (item: Item) => boolean, what: string): Promise<Item>;
}

/** It only ends what hangs, so it is long: what is late on a busy machine is not wrong. */
const patienceMs = 60_000;

export const createRecorder = <Item>(): Recorder<Item> => {
  const items: Item[] = [];
  const waiting = new Set<() => void>();
  const until: Recorder<Item>['until'] = (condition, what) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(check);
        reject(new Error(`waited in vain for ${what}; had ${JSON.stringify(items.slice(-10))}`));
      }, patienceMs).unref();
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

/** Ask again and again, for what cannot be awaited (another process); gives up after a minute. */
export const eventually = async (condition: () => Promise<boolean> | boolean, what: string) => {
  const endsAt = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > endsAt) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
