import { jest } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { clearToasts, getToasts } from '../../../components/toast/index.js';

const failing = () => ({ data: undefined, error: { message: '' } });
jest.unstable_mockModule('../api.js', () => ({
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

describe('/admin/dashboard', () => {
  it('shows a default message for a failure without one [8.70]', () => {
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
