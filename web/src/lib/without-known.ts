/** What a further page of a list adds to it: the list may have moved on between the two answers. */
export const withoutKnown = <Entry extends { id: string }>(
  known: readonly Entry[],
  entries: readonly Entry[],
): readonly Entry[] => {
  const ids = new Set(known.map(({ id }) => id));
  return entries.filter(({ id }) => !ids.has(id));
};
