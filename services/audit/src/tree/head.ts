import type { Signature, Signer, Verifier } from '../chain/signing.js';

/** The hash of the tree at one size. */
export interface TreeHead {
  size: number;
  /** Base64url. */
  root: string;
}

/** The log's signed statement about its tree. */
export interface SignedHead extends TreeHead, Signature {
  at: Date;
}

/** The signed content: docs/receipts.md. */
const headText = ({ size, root, at }: TreeHead & { at: Date }): string =>
  JSON.stringify(['tandem/audit-head/1', size, root, at.getTime()]);

export const signHead = (signer: Signer, head: TreeHead, at: Date): SignedHead => ({
  ...head,
  at,
  ...signer.sign(headText({ ...head, at })),
});

export const isSignedHead = (verifier: Verifier, head: SignedHead): boolean =>
  verifier.isSigned(headText(head), head);

/** The newest head that this process signed or found; null before the first. */
export interface HeadMemory {
  last: SignedHead | null;
  /** Since when the newest head has been signed with a key that this process does not have; absent otherwise. */
  keyUnknownSince?: Date | undefined;
}
