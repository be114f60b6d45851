import type { SecurityLog } from '@tandem/kit';
import { onBehalfOf } from '@tandem/kit/grpc';
import type { AdminAction } from '@tandem/proto/browser/admin/actions';
import { forbidden, type Caller } from './auth.js';
import type { Services } from './clients.js';

/**
 * Records what admins do with other users' data in the log that identity keeps. The entry is written before the
 * response is sent or the change is made; if it cannot be written, the call fails.
 */
export interface AdminLog {
  /** Omits the admin's own uid from the subjects. */
  record(admin: Caller, action: AdminAction, subjectUids: readonly string[]): Promise<void>;
  /** The user that a `userId` parameter selects: the caller or, logged as `action`, any user for an admin. */
  subjectUid(caller: Caller, userId: string | undefined, action: AdminAction): Promise<string>;
}

export const createAdminLog = (
  { identity }: Pick<Services, 'identity'>,
  security: SecurityLog,
): AdminLog => {
  const record: AdminLog['record'] = async (admin, action, subjectUids) => {
    const others = [...new Set(subjectUids)].filter((uid) => uid !== '' && uid !== admin.uid);
    await identity.recordAdminAction({ action, subjectUids: others }, onBehalfOf(admin));
    security.record('authz_admin', { action });
  };
  return {
    record,
    subjectUid: async (caller, userId, action) => {
      if (userId === undefined || userId === caller.uid) return caller.uid;
      if (!caller.isAdmin) throw forbidden();
      await record(caller, action, [userId]);
      return userId;
    },
  };
};
