import type { SecurityLog } from '@tandem/kit';
import type { AdminAction } from '@tandem/proto/browser/admin/actions';
import type { AdminLogStore } from '../admin-log.store.js';
import { revokedSession, type Account } from '../provider.js';
import { changedFields, hourOf, profileOf, type User } from '../user.js';
import type { StoredUser, UserStore } from '../user.store.js';

export interface UserRecorderOptions {
  users: UserStore;
  adminLog: Pick<AdminLogStore, 'appendOnce'>;
  security: SecurityLog;
  publishSoon: () => void;
  now: () => Date;
}

/** Keeps our record of a user in step with the account at the identity provider. */
export const createUserRecorder = ({
  users,
  adminLog,
  security,
  publishSoon,
  now,
}: UserRecorderOptions) => {
  /** Admin rights are set at the identity provider, on the command line; a change is first seen here. */
  const recordRights = async (uid: string, isAdmin: boolean, earlier: number, at: Date) => {
    const action: AdminAction = isAdmin ? 'admin-rights-granted' : 'admin-rights-removed';
    const entry = { at, actorUid: '', action, subjectUids: [uid] };
    // Replicas and requests that notice the change at the same time write one entry.
    if (await adminLog.appendOnce(`${uid} ${action} ${earlier}`, entry)) {
      security.record('authz_change', { action });
    }
    // Write the entry first, so a crash cannot lose it. Incrementing the counter gives the next change a new
    // deduplication key.
    await users.changeRights(uid, isAdmin, earlier);
  };

  /** Updates the stored user; usually without a write. */
  const updateStoredUser = async (
    account: Account,
    stored: StoredUser | undefined,
  ): Promise<User> => {
    const at = now();
    const profile = profileOf(account);
    const wasAdmin = stored?.isAdmin ?? false;
    if (profile.isAdmin !== wasAdmin) {
      await recordRights(account.uid, profile.isAdmin, stored?.rightsChanges ?? 0, at);
    }
    if (!stored) {
      if (await users.register(account.uid, profile, at)) {
        publishSoon();
        return { uid: account.uid, ...profile, createdAt: at, lastSeenAt: at };
      }
      const raced = await users.find(account.uid);
      if (!raced || raced.isDeleted) throw revokedSession();
      return raced;
    }
    const { isAdmin, ...changes } = changedFields(stored, profile);
    const current = { ...stored, ...changes, isAdmin: isAdmin ?? stored.isAdmin };
    if (stored.lastSeenHour < hourOf(at)) {
      await users.markSeen(account.uid, changes, profile, at);
      publishSoon();
      return { ...current, lastSeenAt: at };
    }
    if (Object.keys(changes).length > 0) await users.update(account.uid, changes, profile);
    return current;
  };

  return updateStoredUser;
};

export type UpdateStoredUser = ReturnType<typeof createUserRecorder>;
