/**
 * How many reports one address may send in a window. Kept in this process: it protects the process and
 * the totals from one noisy visitor, and needs to be no more exact than that.
 */
export interface ReportLimit {
  /** Seconds to wait; 0 when the report may be taken. */
  take(address: string, now: Date): number;
}

const windowMs = 3_600_000;
/** Beyond this many addresses the oldest windows are forgotten. */
const maxAddresses = 100_000;

export const createReportLimit = (reportsPerWindow: number): ReportLimit => {
  const windows = new Map<string, { count: number; endsAt: number }>();
  return {
    take: (address, now) => {
      const at = now.getTime();
      const known = windows.get(address);
      if (!known || known.endsAt <= at) {
        windows.delete(address);
        const [oldest] = windows.keys();
        if (windows.size >= maxAddresses && oldest !== undefined) windows.delete(oldest);
        windows.set(address, { count: 1, endsAt: at + windowMs });
        return 0;
      }
      known.count += 1;
      return known.count > reportsPerWindow ? Math.ceil((known.endsAt - at) / 1000) : 0;
    },
  };
};
