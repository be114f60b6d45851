/** Answers to the calls of the admin dashboard. */
export const dashboardAnswers = {
  'GET /api/admin/turn-vs-stun-stats': {
    body: [
      { connectionType: 'turn', count: 25, totalBytes: 1_073_741_824 },
      { connectionType: 'direct', count: 75, totalBytes: 2_147_483_648 },
    ],
  },
  'GET /api/admin/user-analytics': {
    body: {
      totalUsers: 1234,
      activeUsers7d: 56,
      subscriptionStats: [
        { status: 'free', count: 1000 },
        { status: 'active', count: 200 },
        { status: 'proforever', count: 34 },
      ],
      topUsers: [
        { userId: 'u1', name: 'Grace Hopper', email: 'grace@example.com', sharesCount: 99 },
      ],
    },
  },
  'GET /api/admin/cost-insights': {
    body: {
      totalTransfers: 100,
      totalBytesTransferred: 3_221_225_472,
      turnTransfers: 25,
      turnBytes: 1_073_741_824,
      turnPercentage: 25,
      stunTransfers: 0,
      stunBytes: 0,
      stunPercentage: 0,
      estimatedTurnCost: 0.4,
      costNotes: ['Relaying costs money.'],
    },
  },
  'GET /api/admin/recent-transfers': {
    body: [
      {
        id: 't1',
        connectionType: 'turn',
        userEmail: null,
        bytesTransferred: 1_048_576,
        transferDuration: 61_000,
        createdAt: new Date(2026, 0, 5, 7, 8, 9).toISOString(),
      },
    ],
  },
  'GET /api/admin/transfers-by-day': { body: [{ day: '2026-01-05', count: 4, totalBytes: 1024 }] },
};
