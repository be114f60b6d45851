import type { RememberedHead } from '@tandem/proto/browser/audit/audit-head';
import type { AuditHead } from '@tandem/proto/browser/http/audit';
import { browserStorage } from '../../../lib/browser/storage.js';

/** One per account. Kept after sign-out: it is the earlier head that a later log is compared with. */
const keyOf = (uid: string): string => `audit-head:${uid}`;

/** Null without one, and in a browser without storage. */
export const rememberedHead = (uid: string): RememberedHead | null =>
  browserStorage.readJson(keyOf(uid)) as RememberedHead | null;

export const rememberHead = (uid: string, head: RememberedHead): void =>
  browserStorage.write(keyOf(uid), JSON.stringify(head));

/** One export proves that it continues as many. */
const maxSaved = 8;

/** Notes a head that the user has saved as a file, so that the next export provably continues it. */
export const rememberSavedHead = (uid: string, { size }: AuditHead): void => {
  const latest = rememberedHead(uid);
  if (!latest) return;
  const others = (latest.savedSizes ?? []).filter((other) => other !== size);
  rememberHead(uid, { ...latest, savedSizes: [...others, size].slice(-maxSaved) });
};

export const forgetHead = (uid: string): void => browserStorage.write(keyOf(uid), null);
