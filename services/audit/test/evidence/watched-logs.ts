import { ServiceError } from '@tandem/kit';
import type { HeadFault } from '@tandem/proto/browser/audit/audit-head';
import { integrate } from '../../src/tree/integrate.js';
import { keepHead } from '../../src/tree/tasks.js';
import { fill, uniqueUid, type Stack } from '../harness.js';
import { ownerBrowser } from './owner-browser.js';

/** A database with logs that browsers remember, and what an attacker who holds it can do. */
export const watchedLogs = (stack: Stack) => {
  const { compare } = ownerBrowser(stack);

  /** An owner whose browser remembers four entries, beside other owners. */
  const victim = async () => {
    const ownerUid = uniqueUid();
    await fill(stack, uniqueUid(), 2);
    await fill(stack, ownerUid, 4);
    await fill(stack, uniqueUid(), 2);
    await integrate(stack.context);
    const { fault, next } = await compare(ownerUid, null);
    expect(fault).toBeNull();
    expect(next?.own?.seq).toBe(4);
    await keepHead(stack.context);
    /** The browser's verdict on the log as it is; `refused` when the service does not sign it. */
    const verdict = async (): Promise<HeadFault | 'refused' | null> => {
      try {
        return (await compare(ownerUid, next)).fault;
      } catch (error) {
        if (error instanceof ServiceError && error.reason === 'audit-log-damaged') return 'refused';
        throw error;
      }
    };
    expect(await verdict()).toBeNull();
    const isValid = async () => (await stack.client.verifyChain({ ownerUid })).isValid;
    return { ownerUid, verdict, isValid };
  };

  /** As after a restart: the process does not know the head that it signed last. */
  const restartService = (): void => {
    stack.context.heads.last = null;
  };

  /** Replaces the tree by these leaves, numbered anew, with nothing derived from the old one. */
  const replaceLeaves = async (leaves: readonly object[]): Promise<void> => {
    for (const rows of [stack.rows.leaves, stack.rows.nodes, stack.rows.heads])
      await rows.deleteMany({});
    await stack.rows.leaves.insertMany(
      leaves.map((leaf, index) => ({ ...leaf, _id: index as never })),
    );
    restartService();
  };

  const dropLog = async (ownerUid: string): Promise<void> => {
    await stack.rows.entries.deleteMany({ ownerUid });
    await stack.rows.chains.deleteOne({ _id: ownerUid as never });
  };

  return { victim, restartService, replaceLeaves, dropLog };
};
