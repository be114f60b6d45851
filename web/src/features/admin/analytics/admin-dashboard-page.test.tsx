import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiAnswer } from '../../../../test/fake-api.js';
import { renderApp, startApi, tidyUp } from '../../../../test/render-app.js';
import { dashboardAnswers } from '../test/dashboard-answers.js';

afterEach(tidyUp);

describe('/admin/dashboard', () => {
  const openDashboard = async () => {
    const api = startApi();
    api.answer(dashboardAnswers);
    renderApp('/admin/dashboard');
    await screen.findByRole('heading', { level: 1, name: 'Admin Dashboard' });
    return api;
  };

  it('shows the cards [1.19, 2.207, 6.18]', async () => {
    await openDashboard();
    for (const text of ['1,234', '3.00 GB transferred', '$0.40']) {
      expect(await screen.findByText(text)).toBeDefined();
    }
  });

  it.each([
    ['Connection Types', '25 · 1.00 GB', '[1.19, 2.211]'],
    ['Subscription Distribution', '1,000', '[1.19, 2.215]'],
    ['Cost Insights', 'Relaying costs money.', '[1.19, 2.216]'],
    ['Recent Transfers', 'Anonymous', '[1.19, 2.220]'],
    ['Top Users', 'Grace Hopper', '[1.19, 2.225]'],
  ])('shows %s with %s %s', async (name, text) => {
    await openDashboard();
    const region = within(await screen.findByRole('region', { name }));
    expect(await region.findByText(text)).toBeDefined();
  });

  it('shows its panels together, so that a late answer does not move the others', async () => {
    let answerHeld = (_answer: ApiAnswer): void => undefined;
    const held = new Promise<ApiAnswer>((resolve) => (answerHeld = resolve));
    startApi().answer({ ...dashboardAnswers, 'GET /api/admin/transfers-by-day': () => held });
    renderApp('/admin/dashboard');
    expect(await screen.findByText('$0.40')).toBeDefined();
    const main = within(screen.getByRole('main'));
    expect(main.getByText('Loading...')).toBeDefined();
    expect(main.queryByText('Connection Types')).toBeNull();
    answerHeld({ body: [] });
    expect(await main.findByText('Connection Types')).toBeDefined();
    expect(main.queryByText('Loading...')).toBeNull();
  });

  it('shows the transfers per day', async () => {
    await openDashboard();
    const chart = { name: 'Transfers per day (UTC), last 1 days' };
    expect(await screen.findByRole('figure', chart)).toBeDefined();
  });

  it('loads the lists of persons again when the page is opened again', async () => {
    const api = await openDashboard();
    const recorded = ['GET /api/admin/user-analytics', 'GET /api/admin/recent-transfers'];
    await screen.findByText('Grace Hopper');
    const { body } = dashboardAnswers['GET /api/admin/user-analytics'];
    const [grace] = body.topUsers;
    const topUsers = [{ ...grace, name: 'Grace Murray' }];
    api.answer({ 'GET /api/admin/user-analytics': { body: { ...body, topUsers } } });
    await userEvent.click(screen.getByRole('link', { name: 'Subscription Management' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Back to Admin Dashboard' }));
    expect(await screen.findByText('Grace Murray')).toBeDefined();
    expect(recorded.map((route) => api.to(route).length)).toEqual([2, 2]);
  });

  it('links to the home page and to subscription management [2.205, 2.206, 6.18]', async () => {
    await openDashboard();
    const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(addressOf('Back to Home')).toBe('/');
    expect(addressOf('Subscription Management')).toBe('/admin/subscription-management');
  });

  it('requests the last 20 transfers with the ID token [2.220, 6.19, 7.32, 9.51]', async () => {
    const api = await openDashboard();
    await waitFor(() => expect(api.to('GET /api/admin/recent-transfers')).toHaveLength(1));
    const [request] = api.to('GET /api/admin/recent-transfers');
    expect(request?.query.get('limit')).toBe('20');
    expect(request?.headers.get('authorization')).toBe('Bearer id-token');
  });

  it('shows why loading failed [8.69]', async () => {
    startApi().answer({
      'GET /api/admin/turn-vs-stun-stats': { status: 403, body: { message: 'Only admins.' } },
    });
    renderApp('/admin/dashboard');
    expect(await screen.findAllByText('Error loading dashboard data')).not.toHaveLength(0);
    expect(await screen.findAllByText('403: Only admins.')).not.toHaveLength(0);
  });
});
