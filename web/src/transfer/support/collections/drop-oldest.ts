/** Removes the entries that were added first, until at most `most` are left. */
export const dropOldest = <Key>(
  entries: Pick<Map<Key, unknown> | Set<Key>, 'size' | 'keys' | 'delete'>,
  most: number,
): void => {
  for (const oldest of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(oldest);
  }
};
