/**
 * Limits log lines that outsiders can cause without bound, to one per kind and `everyMs`. Returns how many lines of the
 * kind were left out since the last one, or undefined if this line must be left out. Kinds must be bounded in number.
 */
export const createLineLimit = (everyMs: number): ((kind: string) => number | undefined) => {
  const lines = new Map<string, { nextMs: number; omitted: number }>();
  return (kind) => {
    const nowMs = performance.now();
    const last = lines.get(kind);
    if (last && nowMs < last.nextMs) {
      last.omitted += 1;
      return undefined;
    }
    lines.set(kind, { nextMs: nowMs + everyMs, omitted: 0 });
    return last?.omitted ?? 0;
  };
};
