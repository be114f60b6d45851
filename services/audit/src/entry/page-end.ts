/**
 * The end of a page of at most `most` entries, newest first. It lies between two milliseconds, so that a caller who
 * continues before its last entry misses none. Only a page within one millisecond is cut there.
 */
export const pageEnd = (entries: readonly { createdAt?: Date | undefined }[], most: number) => {
  const last = Math.min(most, entries.length);
  const at = (index: number) => entries[index]?.createdAt?.getTime();
  let end = last;
  while (end > 0 && end < entries.length && at(end) === at(end - 1)) end -= 1;
  return end || last;
};
