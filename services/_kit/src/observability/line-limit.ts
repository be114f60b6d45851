/**
 * Limits lines that others can cause without bound. Returns the number of lines of this kind that were left out since the
 * last one, or undefined for a line to leave out. There must be a bounded number of kinds.
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
