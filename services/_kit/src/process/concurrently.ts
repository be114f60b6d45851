/** Starts `work` in order, at most `limit` at the same time. Resolves when the last has ended; `work` must not reject. */
export const forEachConcurrently = async <Item>(
  items: AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const running = new Set<Promise<void>>();
  let onEnd: () => void = () => undefined;
  for await (const item of items) {
    const task = work(item).then(() => {
      running.delete(task);
      onEnd();
    });
    running.add(task);
    if (running.size >= limit) await new Promise<void>((resolve) => (onEnd = resolve));
  }
  await Promise.all(running);
};
