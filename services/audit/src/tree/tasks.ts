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
export const integrateEveryMs = 1_000;
export const headEveryMs = 600_000;

/** Signs and keeps a head, unless a replica did so in this period. */
export const keepHead = async (context: AuditContext): Promise<SignedHead | null> => {
  const last = await context.tree.lastHead();
  if (last && context.now().getTime() - last.at.getTime() < headEveryMs * 0.8) return null;
  const { head } = await currentTree(context);
  await context.tree.saveHead(head);
  return head;
};

/** Safe on any number of replicas. */
export const startTreeTasks = (
  context: AuditContext,
  { logger, registry }: { logger: Logger; registry: Registry },
): PeriodicTask[] => {
  const damaged = gauge(
    registry,
    'audit_tree_damaged',
    '1 while the tree does not continue what the log has signed.',
  );
  const size = gauge(registry, 'audit_tree_size', 'Leaves of the tree at its newest head.');
  damaged.set(0);
  return [
    {
      label: 'move entries into the tree',
      everyMs: integrateEveryMs,
      work: async () => {
        await integrate(context);
      },
    },
    {
      label: 'sign the tree',
      everyMs: headEveryMs,
      work: async () => {
        try {
          const head = await keepHead(context);
          damaged.set(0);
          if (!head) return;
          size.set(head.size);
          // Kept elsewhere, these lines reveal a rollback of the whole database.
          logger.info({ head }, 'audit head');
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          damaged.set(1);
          logger.error({ err: error }, 'the audit log is not consistent with what it has signed');
        }
      },
    },
  ].map((task) => startPeriodicTask({ ...task, logger }));
};
