/**
 * The end of a page of at most `most` entries, newest first. It lies between two milliseconds, so that a caller who
 * continues before its last entry misses none. 0 if more than `most` entries share the first millisecond.
 */
export const pageEnd = (
  entries: readonly { createdAt?: Date | undefined }[],
  most: number,
): number => {
  const at = (index: number) => entries[index]?.createdAt?.getTime();
  let end = Math.min(most, entries.length);
  while (end > 0 && end < entries.length && at(end) === at(end - 1)) end -= 1;
  return end;
};
