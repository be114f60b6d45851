import { jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { clearToasts, getToasts } from '../../../components/toast/index.js';

const failures = new Map<string, string>();
const loadedAgain: string[] = [];
const query = (name: string) => () => {
  const message = failures.get(name);
  const refetch = () => Promise.resolve(loadedAgain.push(name));
  return { data: undefined, error: message === undefined ? undefined : { message }, refetch };
};
jest.unstable_mockModule('../api.js', () => ({
  adminApi: {
    useConnectionStatsQuery: query('statistics'),
    useUserAnalyticsQuery: query('users'),
    useUserCountsQuery: query('counts'),
    useCostInsightsQuery: query('costs'),
    useRecentTransfersQuery: query('transfers'),
    useTransfersByDayQuery: query('days'),
  },
}));
const { AdminDashboardPage } = await import('./admin-dashboard-page.js');

afterEach(() => {
  cleanup();
  clearToasts();
  failures.clear();
});

const toastAfter = (failed: string, message: string) => {
  failures.set(failed, message);
  render(
    <MemoryRouter>
      <AdminDashboardPage />
    </MemoryRouter>,
  );
  return getToasts();
};

describe('/admin/dashboard', () => {
  it.each(['statistics', 'users', 'costs', 'transfers'])(
    'shows the message when the %s cannot be loaded [8.69]',
    (failed) => {
      expect(toastAfter(failed, '403: Only admins.')).toMatchObject([
        {
          variant: 'destructive',
          title: 'Error loading dashboard data',
          description: '403: Only admins.',
        },
      ]);
    },
  );

  it('loads again what has failed', async () => {
    failures.set('days', '503: busy');
    toastAfter('costs', '503: busy');
    const [failure] = screen.getAllByRole('alert');
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.getAllByRole('alert')).not.toContain(failure));
    expect(loadedAgain).toEqual(['costs', 'days']);
  });

  it('shows a default message for a failure without one [8.70]', () => {
    expect(toastAfter('statistics', '')).toMatchObject([
      {
        variant: 'destructive',
        title: 'Error loading dashboard data',
        description: 'Failed to load analytics data. Please try again.',
      },
    ]);
  });

  it.each(['days', 'counts'])('shows no message when the %s cannot be loaded', (failed) => {
    expect(toastAfter(failed, '500: busy')).toEqual([]);
  });
});
