/**
 * What a recipient needs before the first byte (pure): a proof that it has the link, and the user's approval.
 *
 *     proof      pending ─▶ proven            approval   pending ─▶ asking ─▶ given
 *                   └─▶ asking ─▶ waived                    └───────────────────┘
 *
 * A proof is valid for one connection; the user's answers outlive it.
 */

import type { ProofEvent } from '../../trust/proof-exchange.js';

/**
 * Whether the recipient has proven that it has the link: `none` for a share whose link this device cannot make,
 * `asking` while the user decides about a recipient without a proof, `waived` when the user allowed it.
 */
export type RecipientProof = 'none' | 'pending' | 'proven' | 'asking' | 'waived';

/** Whether the user has approved the recipient; `none` for a share that does not ask. */
export type RecipientApproval = 'none' | 'pending' | 'asking' | 'given';

export interface Clearance {
  proof: RecipientProof;
  approval: RecipientApproval;
}

export type ClearanceInput =
  | { type: 'channel-open' }
  | Pick<ProofEvent, 'type'>
  /** The upload waits for the user's approval. */
  | { type: 'approval-due' }
  | { type: 'approved' }
  /** The upload has started, also without a question: a recipient is approved once for its delivery. */
  | { type: 'started' }
  /** What the user is asked about has ended. */
  | { type: 'withdrawn' };

/** @param isProtected this device can make the share's link. */
export const initialClearance = (isProtected: boolean, asksFirst: boolean): Clearance => ({
  proof: isProtected ? 'pending' : 'none',
  approval: asksFirst ? 'pending' : 'none',
});

const onProof = (proof: RecipientProof, input: ClearanceInput): RecipientProof => {
  switch (input.type) {
    case 'channel-open':
      return proof === 'proven' ? 'pending' : proof;
    case 'proven':
      return 'proven';
    case 'unproven':
      return 'asking';
    case 'released':
      return proof === 'asking' ? 'waived' : proof;
    case 'refused':
    case 'withdrawn':
      return proof === 'asking' ? 'pending' : proof;
    default:
      return proof;
  }
};

const onApproval = (approval: RecipientApproval, input: ClearanceInput): RecipientApproval => {
  switch (input.type) {
    case 'approval-due':
      return 'asking';
    case 'approved':
      return approval === 'asking' ? 'given' : approval;
    case 'started':
      return approval === 'none' ? 'none' : 'given';
    case 'withdrawn':
      return approval === 'asking' ? 'pending' : approval;
    default:
      return approval;
  }
};

/** @returns the same object when nothing changes. */
export const nextClearance = (clearance: Clearance, input: ClearanceInput): Clearance => {
  const proof = onProof(clearance.proof, input);
  const approval = onApproval(clearance.approval, input);
  const isSame = proof === clearance.proof && approval === clearance.approval;
  return isSame ? clearance : { proof, approval };
};
