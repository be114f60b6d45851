import type { AdminAction } from '@tandem/proto/browser/admin/actions';
import { defineTexts } from '../../lib/texts/catalogue.js';

/** @param count formatted */
const transfers = (count: string): string => `${count} ${count === '1' ? 'transfer' : 'transfers'}`;

/** Formatted figures of the notes on costs. */
export interface CostFacts {
  transfers: string;
  relayed: string;
  relayedBytes: string;
  cost: string;
  price: string;
  /** The bytes that the price is for. */
  pricedBytes: string;
  manyRelayedPercent: string;
  unknown: string;
}

export const texts = defineTexts('admin', {
  en: {
    dashboard: {
      title: 'Admin Dashboard',
      lead: 'Usage, connection types and the cost of relaying.',
      home: 'Back to Home',
      manage: 'Subscription Management',
      log: 'Admin Log',
      loadFailed: {
        title: 'Error loading dashboard data',
        fallback: 'Failed to load analytics data. Please try again.',
      },
      fetchFailed: {
        stats: 'Failed to fetch stats',
        users: 'Failed to fetch user analytics',
        costs: 'Failed to fetch cost insights',
        transfers: 'Failed to fetch recent transfers',
        days: 'Failed to fetch transfers by day',
      },
      cards: {
        users: 'Total Users',
        usersNote: (count: string) => `${count} active in the last 7 days`,
        transfers: 'Total Transfers',
        transfersNote: (bytes: string) => `${bytes} transferred`,
        turn: 'TURN Usage',
        turnNote: (count: string) => `${transfers(count)} through the relay`,
        cost: 'Estimated TURN Cost',
        costNote: (bytes: string) => `${bytes} relayed`,
      },
      connections: 'Connection Types',
      connectionNames: {
        turn: 'TURN (relayed)',
        stun: 'STUN (across the internet)',
        direct: 'Direct (same network)',
        unknown: 'Unknown',
      },
      routeNames: { turn: 'turn', stun: 'stun', direct: 'direct', unknown: 'unknown' },
      subscriptions: 'Subscription Distribution',
      planNames: { free: 'Free', active: 'Pro', proforever: 'Pro Forever' },
      costs: 'Cost Insights',
      stun: 'STUN',
      turnLabel: 'TURN',
      share: 'Share',
      transfersLabel: 'Transfers',
      bytes: 'Bytes',
      notes: 'Cost notes',
      /** A note in another language than English, in which the server writes it. */
      describeNote: (_kind: string, _facts: CostFacts): string | undefined => undefined,
      days: 'Transfers over time',
      daysLabel: (count: number) => `Transfers per day (UTC), last ${count} days`,
      dayPoint: (day: string, count: string, bytes: string) =>
        `${day}: ${transfers(count)}, ${bytes}`,
      recent: 'Recent Transfers',
      recentEmpty: 'No transfers yet.',
      top: 'Top Users',
      topEmpty: 'No shares yet.',
      anonymous: 'Anonymous',
      columns: {
        type: 'Type',
        user: 'User',
        size: 'Size',
        duration: 'Duration',
        date: 'Date',
        name: 'Name',
        email: 'Email',
        shares: 'Shares',
      },
      nothing: 'No data yet.',
    },
    management: {
      title: 'Subscription Management',
      lead: 'All accounts and their plans. Changes take effect immediately.',
      back: 'Back to Admin Dashboard',
      search: 'Search users',
      searchPlaceholder: 'Name or email',
      sortBy: 'Sort by',
      sortings: {
        'joined desc': 'Newest first',
        'joined asc': 'Oldest first',
        'name asc': 'Name, A to Z',
        'name desc': 'Name, Z to A',
        'email asc': 'Email, A to Z',
        'email desc': 'Email, Z to A',
      },
      shown: (from: string, to: string, total: string) => `${from}–${to} of ${total} accounts`,
      loading: 'Loading users...',
      empty: 'No users found',
      fetchFailed: 'Failed to fetch users',
      admin: 'Admin',
      status: { free: 'Free', active: 'Pro', proforever: 'Pro Forever' },
      columns: {
        name: 'Name',
        email: 'Email',
        status: 'Status',
        used: 'Shares Used',
        joined: 'Joined',
        change: 'Change Status',
        sessions: 'Sessions',
      },
      signOut: 'Sign Out',
      signOutOf: (email: string) => `Sign out ${email} everywhere`,
      signedOut: (email: string) => `${email} is signed out in all browsers`,
      signOutQuestion: {
        title: (email: string) => `Sign out ${email} everywhere?`,
        content: 'This account has to sign in again in every browser.',
        keep: 'Cancel',
      },
      signOutFailed: { title: 'Error', fallback: 'Failed to end the sessions' },
      changeFor: (email: string) => `Change status of ${email}`,
      question: {
        title: 'Change the plan?',
        content: (email: string, before: string, after: string) =>
          `${email}: from ${before} to ${after}. It takes effect immediately.`,
        ok: 'Change plan',
        keep: 'Cancel',
      },
      updated: 'Subscription updated successfully',
      updateFailed: { title: 'Error', fallback: 'Failed to update subscription' },
    },
    /** What to do when a page could not be loaded. */
    advice: {
      status: (status: number) => `The server answered with status ${status}.`,
      busy: 'The server is busy or restarting. Wait a moment, then try again.',
      signIn: 'Sign out, then sign in again.',
      notAdmin:
        'Only administrators can open this page. Ask the operator for administrator rights.',
    },
    /** In place of texts above, where plans are given, not sold. */
    withoutPayments: {
      manage: 'Plan Management',
      plans: 'Plan Distribution',
      updated: 'Plan updated',
      updateFailed: 'Failed to update the plan',
    },
    log: {
      title: 'Admin Log',
      lead: 'What administrators did, and whose data they opened. Opening this page adds an entry.',
      loading: 'Loading the log...',
      loadFailed: 'Failed to load the log',
      empty: 'No entries',
      operator: 'Operator, on the command line',
      self: 'You',
      nobody: 'None',
      more: (count: string) => `and ${count} more`,
      older: 'Older entries',
      newest: 'Newest entries',
      columns: { at: 'Time', actor: 'Administrator', action: 'Action', subjects: 'Users' },
      actions: {
        'users-listed': 'Listed users',
        'top-users-viewed': 'Opened the top users',
        'transfers-listed': 'Listed transfers',
        'record-viewed': 'Opened plan and usage',
        'shares-viewed': 'Opened shares',
        'audit-log-viewed': 'Opened an audit log',
        'audit-log-exported': 'Exported an audit log',
        'audit-log-verified': 'Verified an audit log',
        'admin-log-viewed': 'Opened this log',
        'plan-changed': 'Changed a plan',
        'sessions-ended': 'Ended all sessions',
        'account-deleted': 'Deleted an account',
        'admin-rights-granted': 'Granted administrator rights',
        'admin-rights-removed': 'Removed administrator rights',
        'second-factor-removed': 'Removed a lost second factor',
      } satisfies Record<AdminAction, string>,
    },
  },
});
