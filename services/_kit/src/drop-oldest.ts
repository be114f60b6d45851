/** Drops what a map or set has held longest until it holds at most `max`. */
export const dropOldest = <Key>(held: Map<Key, unknown> | Set<Key>, max: number): void => {
  for (const oldest of held.keys()) {
    if (held.size <= max) return;
    held.delete(oldest);
  }
};
