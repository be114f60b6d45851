import { jest } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { clearToasts, getToasts } from '../../components/toast/index.js';

const failing = () => ({ data: undefined, error: { message: '' } });
jest.unstable_mockModule('./api.js', () => ({
  adminApi: {
    useConnectionStatsQuery: failing,
    useUserAnalyticsQuery: failing,
    useCostInsightsQuery: failing,
    useRecentTransfersQuery: failing,
    useTransfersByDayQuery: failing,
  },
}));
const { AdminDashboardPage } = await import('./admin-dashboard-page.js');

afterEach(() => {
  cleanup();
  clearToasts();
});

describe('/admin/dashboard (specification, section 8)', () => {
  it('a failure without a sentence of its own has one all the same [8.70]', () => {
    render(
      <MemoryRouter>
        <AdminDashboardPage />
      </MemoryRouter>,
    );
    expect(getToasts()).toMatchObject([
      {
        variant: 'destructive',
        title: 'Error loading dashboard data',
        description: 'Failed to load analytics data. Please try again.',
      },
    ]);
  });
});
