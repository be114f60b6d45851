import { startPeriodicTask, type Logger, type PeriodicTask } from '@tandem/kit';
import { redeliveryWindowMs } from '@tandem/kit/bus';
import { longestStreamMs } from '@tandem/kit/grpc';
import { retentionCutoff } from '@tandem/proto/browser/audit/retention';
import { announceRemoval } from '../audit-log.js';
import type { ChainPoint } from '../chain/chain.js';
import { signPoint } from '../chain/sign-point.js';
import { baseSeqOf } from '../chain/verify.js';
import type { AuditContext, ServiceContext } from '../context.js';
import { removeOldSubmissions } from '../receipt/countersign.js';
import { integrateOwner } from '../tree/integrate.js';

const sweepEveryMs = 600_000;
/** Longer than most restarts and outages: what grew since the last run of the previous process is logged at the start. */
const firstLookBackMs = 24 * 60 * 60_000;
/** Most owners of one run; the next run finds the rest. */
const batch = 500;

/** A checkpoint may be stored this long after its time: the write takes a moment, and the clocks of replicas differ. */
const storedLateMs = 60_000;

/**
 * Logs the end of every chain that has grown. Kept elsewhere, these lines reveal a rollback of the whole database.
 * Resolves to the time from which the next run has to read; it may log some chains again.
 */
export const anchorCheckpoints = async (
  { chains, now }: AuditContext,
  since: Date,
  logger: Logger,
): Promise<Date> => {
  const until = now();
  for await (const { ownerUid, checkpoint } of chains.grownBetween(since, until))
    logger.info({ ownerUid, checkpoint }, 'checkpoint');
  return new Date(until.getTime() - storedLateMs);
};

/**
 * The last of the consecutive old entries at the beginning of a chain. The order of the reads matters: an
 * entry appended in between comes after `last` and is kept.
 */
const lastOfOldPrefix = async (
  { entries }: AuditContext,
  ownerUid: string,
  cutoff: Date,
): Promise<ChainPoint | null> => {
  const last = await entries.last(ownerUid);
  const kept = await entries.firstSince(ownerUid, cutoff);
  if (!last || !kept || kept.seq > last.seq) return last;
  return entries.lastBefore(ownerUid, kept.seq);
};

/** Longer than an export or a verification, which read a log from the base that they have found first. */
const readersMs = longestStreamMs + 60_000;

/** Moves the base of a chain to `last`, after a leaf of the tree has recorded the removal of the entries up to it. */
const moveBase = async (
  context: AuditContext,
  ownerUid: string,
  last: ChainPoint,
): Promise<void> => {
  await integrateOwner(context, ownerUid);
  await announceRemoval(context, 'retention', ownerUid, last);
  await context.chains.saveBase(ownerUid, signPoint(context, 'base', ownerUid, last));
};

const removeOldEntriesOf = async (
  context: AuditContext,
  ownerUid: string,
  cutoff: Date,
): Promise<void> => {
  const { entries, chains, now } = context;
  const chain = await chains.get(ownerUid);
  const base = chain?.base;
  // In a tampered row `at` may have another type.
  if (base && now().getTime() - Number(base.at) < readersMs) return;
  const last = await lastOfOldPrefix(context, ownerUid, cutoff);
  if (!last) return;
  const baseSeq = baseSeqOf(chain);
  // A tampered base may be behind newer entries.
  if (baseSeq > 0) await entries.removeUpTo(ownerUid, Math.min(baseSeq, last.seq));
  if (last.seq <= baseSeq) return;
  await moveBase(context, ownerUid, last);
  // What a crash has left of the log of a deleted owner.
  if (!base) await entries.removeUpTo(ownerUid, last.seq);
};

/**
 * Removes the oldest entries of each chain: one run moves the signed base behind them; a later one, of any replica, deletes
 * what is before the base, when no one reads it any more. Until then the base stays, however many entries become old. Old
 * entries that follow newer ones, as after a redrive of dead letters, stay until the newer ones are due. A log that fails,
 * such as a tampered one, does not keep the entries of others.
 */
export const removeOldEntries = async (context: AuditContext, months: number): Promise<void> => {
  const cutoff = retentionCutoff(context.now(), months);
  const failures: { ownerUid: string; error: unknown }[] = [];
  for await (const ownerUid of context.entries.ownersWithEntriesBefore(cutoff)) {
    try {
      await removeOldEntriesOf(context, ownerUid, cutoff);
    } catch (error) {
      failures.push({ ownerUid, error });
    }
  }
  const [first] = failures;
  if (first) {
    const message = `old entries not removed (logs: ${failures.length}, first owner: ${first.ownerUid})`;
    throw new AggregateError([first.error], message);
  }
};

/** Removes tombstones and marks of erasures once no event from before them can be delivered. */
export const forgetRemovedOwners = async ({
  entries,
  chains,
  erasures,
  now,
}: AuditContext): Promise<void> => {
  const cutoff = new Date(now().getTime() - redeliveryWindowMs);
  for (const ownerUid of await chains.deletedBefore(cutoff, batch)) {
    await entries.removeAll(ownerUid);
    await chains.forget(ownerUid);
  }
  await erasures.removeBefore(cutoff);
};

/** Safe on any number of replicas. */
export const startSweeps = (
  context: ServiceContext,
  options: { retentionMonths: number; logger: Logger },
): PeriodicTask[] => {
  const { retentionMonths, logger } = options;
  let anchoredUntil = new Date(context.now().getTime() - firstLookBackMs);
  const sweeps = [
    {
      label: 'anchor checkpoints',
      everyMs: sweepEveryMs,
      work: async () => {
        anchoredUntil = await anchorCheckpoints(context, anchoredUntil, logger);
      },
    },
    {
      label: 'remove old entries',
      everyMs: sweepEveryMs,
      work: async () => {
        await forgetRemovedOwners(context);
        await removeOldSubmissions(context);
        // Last: it rejects as long as one log is tampered.
        await removeOldEntries(context, retentionMonths);
      },
    },
  ].map((sweep) => startPeriodicTask({ ...sweep, logger }));
  void sweeps[0]?.runNow();
  return sweeps;
};
