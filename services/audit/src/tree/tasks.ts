import {
  gauge,
  ServiceError,
  startPeriodicTask,
  type Logger,
  type PeriodicTask,
  type Registry,
} from '@tandem/kit';
import type { AuditContext } from '../context.js';
import { currentTree } from './current.js';
import type { SignedHead } from './head.js';
import { integrate } from './integrate.js';

/** Longest wait of a recorded entry for the tree, without a backlog. */
const integrateEveryMs = 1_000;
export const headEveryMs = 600_000;

/**
 * Checks and signs the tree, and keeps the head unless a replica has kept one in this period.
 *
 * @throws ServiceError of `currentTree`, also in a period of which a head is kept
 */
export const keepHead = async (context: AuditContext): Promise<SignedHead | null> => {
  const last = await context.tree.lastHead();
  const { head } = await currentTree(context);
  // The clock of a replica may have been ahead.
  if (last && Math.abs(head.at.getTime() - last.at.getTime()) < headEveryMs * 0.8) return null;
  await context.tree.saveHead(head);
  return head;
};

/** One run of the task that signs the tree; the service reports a refusal as damage. */
export const headTask = (
  context: AuditContext,
  { logger, registry }: { logger: Logger; registry: Registry },
): (() => Promise<void>) => {
  const damaged = gauge(
    registry,
    'audit_tree_damaged',
    '1 while the tree does not continue what the log has signed.',
  );
  const size = gauge(registry, 'audit_tree_size', 'Leaves of the tree at its newest head.');
  const signedAt = gauge(
    registry,
    'audit_tree_signed_timestamp_seconds',
    'When this process last signed the tree; 0 before.',
  );
  damaged.set(0);
  signedAt.set(0);

  const fail = (error: ServiceError) => {
    if (error.code === 'unavailable') {
      logger.warn({ err: error }, 'the newest head is signed with an unknown key');
      return;
    }
    damaged.set(1);
    logger.error({ err: error }, 'the audit log is not consistent with what it has signed');
  };

  return async () => {
    try {
      const head = await keepHead(context);
      damaged.set(0);
      signedAt.set(context.now().getTime() / 1000);
      if (!head) return;
      size.set(head.size);
      // Kept elsewhere, these lines reveal a rollback of the whole database.
      logger.info({ head }, 'audit head');
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      fail(error);
    }
  };
};

/** Safe on any number of replicas. */
export const startTreeTasks = (
  context: AuditContext,
  options: { logger: Logger; registry: Registry },
): PeriodicTask[] =>
  [
    {
      label: 'move entries into the tree',
      everyMs: integrateEveryMs,
      work: async () => {
        await integrate(context);
      },
    },
    { label: 'sign the tree', everyMs: headEveryMs, work: headTask(context, options) },
  ].map((task) => startPeriodicTask({ ...task, logger: options.logger }));
