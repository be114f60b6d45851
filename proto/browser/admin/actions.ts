/** What admins do, as the admin log names it. */
export const adminActions = [
  // Looks at data of others.
  'users-listed',
  'top-users-viewed',
  'transfers-listed',
  'record-viewed',
  'shares-viewed',
  'audit-log-viewed',
  'audit-log-exported',
  'audit-log-verified',
  'admin-log-viewed',
  // Changes.
  'plan-changed',
  'sessions-ended',
  'account-deleted',
  'admin-rights-granted',
  'admin-rights-removed',
  'second-factor-removed',
] as const;
export type AdminAction = (typeof adminActions)[number];
