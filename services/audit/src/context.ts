import type { VerificationKeys } from '@tandem/kit';
import type { ChainStore } from './chain/chain.store.js';
import type { ChainEnds } from './chain/ends.js';
import type { Reports } from './chain/reports.js';
import type { Signer } from './chain/signing.js';
import type { EntryStore } from './entry/entry.store.js';
import type { ErasureStore } from './entry/erasure.store.js';
import type { SubmissionStore } from './receipt/submission.store.js';
import type { HeadMemory } from './tree/head.js';
import type { TreeStore } from './tree/tree.store.js';

/** Parts of the audit log. */
export interface AuditContext {
  entries: EntryStore;
  chains: ChainStore;
  erasures: ErasureStore;
  /** Ends of the chains that this process has written to. */
  ends: ChainEnds;
  /** Over the entries of all owners. */
  tree: TreeStore;
  heads: HeadMemory;
  signer: Signer;
  now: () => Date;
}

/** Adds what only the service needs. Commands run without it. */
export interface ServiceContext extends AuditContext {
  /** The last verifications, for pages. */
  reports: Reports;
  /** Receipts that wait for the other side. */
  submissions: SubmissionStore;
  /** Keys that verify the grants of recipients. */
  grantKeys: VerificationKeys;
}
