import { admin, pro, quietAdmin } from './samples.js';
import { noAnswer, refusal, type Screen } from './screen.js';

const users = '/admin/subscription-management';

export const adminScreens: Screen[] = [
  {
    name: 'admin-dashboard',
    path: '/admin/dashboard',
    api: { '/api/user': pro, ...admin },
    ready: '12,480',
  },
  {
    name: 'admin-dashboard-first-day',
    path: '/admin/dashboard',
    api: { '/api/user': pro, ...quietAdmin },
    ready: 'Total Users',
  },
  {
    name: 'admin-dashboard-failed',
    path: '/admin/dashboard',
    api: { '/api/user': pro, ...admin, '/api/admin/user-analytics': refusal(403, 'Admins only.') },
    ready: 'Error loading dashboard data',
    isWindow: true,
  },
  { name: 'admin-users', path: users, api: { '/api/user': pro, ...admin }, ready: 'person7@' },
  {
    name: 'admin-users-empty',
    path: users,
    api: { '/api/user': pro, ...quietAdmin },
    ready: 'No users found',
  },
  {
    name: 'admin-users-loading',
    path: users,
    api: { '/api/user': pro, '/api/admin/users': noAnswer },
    ready: 'Loading users...',
  },
  {
    name: 'admin-log',
    path: '/admin/log',
    api: { '/api/user': pro, ...admin },
    ready: 'Granted administrator rights',
  },
  {
    name: 'admin-log-empty',
    path: '/admin/log',
    api: { '/api/user': pro, ...quietAdmin },
    ready: 'No entries',
  },
];
