import { ServiceError } from '@tandem/kit';
import type { AuditContext } from '../context.js';
import { isSignedHead, signHead, type SignedHead } from './head.js';
import { rootHash, type Subtree } from './merkle.js';
import { DamagedTree, subtreesOf } from './subtrees.js';

export interface CurrentTree {
  head: SignedHead;
  subtree: Subtree;
}

type Context = Pick<AuditContext, 'tree' | 'signer' | 'now' | 'heads'>;

const damaged = (cause: unknown): ServiceError =>
  new ServiceError(
    'failed-precondition',
    'audit-log-damaged',
    'The audit log is not consistent with what it has signed.',
    { cause },
  );

/**
 * Signs the tree as it is, unless it is not the continuation of the newest signed head. The head is kept in memory too:
 * a rollback of the whole database is found by a running process.
 */
export const currentTree = async (context: Context): Promise<CurrentTree> => {
  const { tree, signer, now, heads } = context;
  const known = heads.last ?? (await tree.lastHead());
  const size = await tree.size();
  const subtree = subtreesOf(tree, size);
  try {
    if (known) {
      if (!isSignedHead(signer, known)) throw new DamagedTree('the newest head is not signed');
      const before = known.size > size ? null : await rootHash(subtree, known.size);
      if (before?.toString('base64url') !== known.root)
        throw new DamagedTree(`${size} leaves do not continue the head of ${known.size}`);
    }
    const root = (await rootHash(subtree, size)).toString('base64url');
    const head = signHead(signer, { size, root }, now());
    // Another call may have signed a larger tree in the meantime.
    if (size >= (heads.last?.size ?? 0)) heads.last = head;
    return { head, subtree };
  } catch (error) {
    throw error instanceof DamagedTree ? damaged(error) : error;
  }
};
