import { ServiceError } from '@tandem/kit';
import { isOfRotation } from '../chain/signing.js';
import { readable, unknownKey } from '../chain/verify.js';
import type { AuditContext } from '../context.js';
import { isSignedHead, signHead, type SignedHead } from './head.js';
import { rootHash, type Subtree } from './merkle.js';
import { DamagedTree, subtreesOf } from './subtrees.js';

export interface CurrentTree {
  head: SignedHead;
  subtree: Subtree;
}

type Context = Pick<AuditContext, 'tree' | 'signer' | 'now' | 'heads'>;

export const damaged = (cause: unknown): ServiceError =>
  new ServiceError(
    'failed-precondition',
    'audit-log-damaged',
    'The audit log is not consistent with what it has signed.',
    { cause },
  );

/** This process has not been restarted since a key rotation, so it can neither prove nor rule out damage. */
export const keyUnknown = (): ServiceError =>
  new ServiceError('unavailable', 'service-unavailable', `The audit log ${unknownKey}.`);

/** A key rotation replaces this process within this time. Shorter than the interval of the task that signs the tree. */
const replacementMs = 540_000;

/** Throws for a head whose key is unknown: `unavailable` while a rotation can explain it, damage afterwards. */
const refuseUnknownKey = ({ now, heads }: Pick<Context, 'now' | 'heads'>): never => {
  const since = (heads.keyUnknownSince ??= now());
  if (now().getTime() - since.getTime() < replacementMs) throw keyUnknown();
  throw new DamagedTree(`the newest head ${unknownKey}`);
};

/** Throws unless the head is signed and the tree begins with its leaves. */
const assertContinues = async (
  context: Context,
  { size, subtree }: { size: number; subtree: Subtree },
  known: SignedHead,
): Promise<void> => {
  const { signer, now } = context;
  const isKeyNew = isOfRotation(signer, known, now());
  if (!isKeyNew && !readable(() => isSignedHead(signer, known), false))
    throw new DamagedTree(
      `the newest head ${signer.hasKey(known.kid) ? 'is not signed' : unknownKey}`,
    );
  const isWithin = Number.isInteger(known.size) && known.size >= 0 && known.size <= size;
  const before = isWithin ? await rootHash(subtree, known.size) : null;
  if (before?.toString('base64url') !== known.root)
    throw new DamagedTree(`${size} leaves do not continue the head of ${known.size}`);
  if (isKeyNew) refuseUnknownKey(context);
};

/**
 * Signs the current tree after checking that it extends two earlier heads: the last one this process signed (detects a
 * rollback of the whole database) and the last one stored (another replica may have signed it).
 */
export const currentTree = async (context: Context): Promise<CurrentTree> => {
  const { tree, signer, now, heads } = context;
  const known = [heads.last, await tree.lastHead()].filter((head) => head !== null);
  const size = await tree.size();
  const subtree = subtreesOf(tree, size);
  try {
    for (const head of known) await assertContinues(context, { size, subtree }, head);
    heads.keyUnknownSince = undefined;
    const root = (await rootHash(subtree, size)).toString('base64url');
    const head = signHead(signer, { size, root }, now());
    // A concurrent call may have signed a larger tree.
    if (size >= (heads.last?.size ?? 0)) heads.last = head;
    return { head, subtree };
  } catch (error) {
    throw error instanceof DamagedTree ? damaged(error) : error;
  }
};
