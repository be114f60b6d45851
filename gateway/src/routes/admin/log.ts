import { onBehalfOf } from '@tandem/kit/grpc';
import type { AdminAction } from '@tandem/proto/browser/admin/actions';
import {
  adminLog as adminLogSchema,
  adminLogQuery,
  type AdminLogEntry,
} from '@tandem/proto/browser/http/admin';
import { maxRows } from '@tandem/proto/browser/limits';
import { iso } from '../../response-fields.js';
import { route, type Route } from '../../route.js';
import type { AdminDeps } from './admin-read.js';

export const adminLogRoutes = ({ services, adminLog }: AdminDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/admin/log',
    summary: 'What admins did and which data of others they looked at, newest first.',
    access: 'admin',
    limit: 'read',
    query: adminLogQuery,
    response: { status: 200, schema: adminLogSchema },
    handle: async ({ query, caller }): Promise<AdminLogEntry[]> => {
      await adminLog.record(caller, 'admin-log-viewed', []);
      const { limit = maxRows.adminActions, before, beforeId = '' } = query;
      const request = { limit, before, beforeId };
      const { actions } = await services.identity.listAdminActions(request, onBehalfOf(caller));
      return actions.map((entry) => ({
        id: entry.id,
        at: iso(entry.at),
        actorId: entry.actorUid || null,
        action: entry.action as AdminAction,
        subjectIds: entry.subjectUids,
      }));
    },
  }),
];
