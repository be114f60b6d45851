import type { RouteDeps } from '../../route-deps.js';
import type { RouteShape } from '../../route.js';

export type AdminDeps = Pick<RouteDeps, 'services' | 'adminLog'>;

/** What the calls that the admin pages read with have in common: a bearer token or the cookie, and the admin claim. */
export const adminRead = {
  method: 'get',
  criticality: 'sheddable',
  access: 'admin',
  limit: 'read',
  caching: 'validate',
} as const satisfies Partial<RouteShape>;
