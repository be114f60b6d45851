import { dropOldest } from '@tandem/kit';
import type { ChainReport } from './verify.js';

export interface DatedReport extends Omit<ChainReport, 'unknownKeys'> {
  /** When the verification started. */
  at: Date;
}

type Verify = () => Promise<Omit<ChainReport, 'unknownKeys'>>;

/**
 * The last verification of each log. A verification reads every entry, so a visit to the audit log repeats it only after
 * ten minutes; docs/adr/0019 has the measurements.
 */
export interface Reports {
  /** The verification in progress or of the last ten minutes; otherwise a new one. */
  recent(ownerUid: string, verify: Verify): Promise<DatedReport>;
  /** Always verifies. */
  renewed(ownerUid: string, verify: Verify): Promise<DatedReport>;
}

const recentMs = 600_000;
const maxKept = 1_000;

export const createReports = (now: () => Date, limit = maxKept): Reports => {
  const kept = new Map<string, { at: Date; report: Promise<DatedReport> }>();

  const renewed: Reports['renewed'] = (ownerUid, verify) => {
    const at = now();
    const report = verify().then((verified) => ({ ...verified, at }));
    // Deleted and set again, so that the map is ordered by the time of the reports.
    kept.delete(ownerUid);
    kept.set(ownerUid, { at, report });
    dropOldest(kept, limit);
    report.catch(() => {
      if (kept.get(ownerUid)?.report === report) kept.delete(ownerUid);
    });
    return report;
  };

  return {
    recent: (ownerUid, verify) => {
      const last = kept.get(ownerUid);
      const isRecent = last && Math.abs(now().getTime() - last.at.getTime()) < recentMs;
      return isRecent ? last.report : renewed(ownerUid, verify);
    },
    renewed,
  };
};
