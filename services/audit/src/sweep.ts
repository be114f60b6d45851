import { startRepeating, type Logger, type Repeating } from '@tandem/kit';
import { signPoint, type AuditContext } from './log.js';

const batch = 500;
const dayMs = 86_400_000;
/** Longer than an event can be under way (the streams keep a week). */
const tombstoneMs = 30 * dayMs;

/**
 * Sign the end of every chain that grew. The checkpoints also go to the log: kept elsewhere, they show
 * when somebody puts back an older state of the whole database.
 */
export const signCheckpoints = async (context: AuditContext, logger: Logger): Promise<void> => {
  for (const { ownerUid, dirtyAt } of await context.chains.dirty(batch)) {
    const last = await context.entries.last(ownerUid);
    if (!last) continue;
    const checkpoint = signPoint(context, 'checkpoint', ownerUid, last);
    await context.chains.saveCheckpoint(ownerUid, checkpoint, dirtyAt);
    logger.info({ ownerUid, checkpoint }, 'checkpoint');
  }
};

export const retentionCutoff = (now: Date, months: number): Date => {
  const cutoff = new Date(now);
  cutoff.setUTCMonth(cutoff.getUTCMonth() - months);
  return cutoff;
};

/** A chain loses its oldest entries; the signed base takes their place before they go. */
export const removeOldEntries = async (context: AuditContext, months: number): Promise<void> => {
  const { entries, chains } = context;
  const cutoff = retentionCutoff(context.now(), months);
  for (const ownerUid of await entries.ownersWithEntriesBefore(cutoff, batch)) {
    const last = await entries.lastOfOldPrefix(ownerUid, cutoff);
    if (!last) continue;
    await chains.saveBase(ownerUid, signPoint(context, 'base', ownerUid, last));
    await entries.removeUpTo(ownerUid, last.seq);
  }
};

const forgetRemovedOwners = async ({ entries, chains, now }: AuditContext): Promise<void> => {
  const cutoff = new Date(now().getTime() - tombstoneMs);
  for (const ownerUid of await chains.buriedBefore(cutoff, batch)) {
    await entries.removeAll(ownerUid);
    await chains.forget(ownerUid);
  }
};

/** Each is safe on any number of replicas. */
export const startSweeps = (
  context: AuditContext,
  options: { retentionMonths: number; logger: Logger },
): Repeating[] => {
  const { retentionMonths, logger } = options;
  return [
    {
      label: 'sign checkpoints',
      everyMs: 60_000,
      work: () => signCheckpoints(context, logger),
    },
    {
      label: 'remove old entries',
      everyMs: 600_000,
      work: async () => {
        await removeOldEntries(context, retentionMonths);
        await forgetRemovedOwners(context);
      },
    },
  ].map((sweep) => startRepeating({ ...sweep, logger }));
};
