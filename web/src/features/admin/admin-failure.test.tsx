import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, startApi, tidyUp } from '../../../test/render-app.js';

afterEach(tidyUp);

const figures = ['turn-vs-stun-stats', 'user-analytics', 'cost-insights', 'recent-transfers'];
const proxyPage = {
  status: 503,
  body: '<html><h1>503 Service Temporarily Unavailable</h1></html>',
};

const alertTextFor = async (path: string, answer: { status: number; body: unknown }) => {
  const calls = ['users', 'log', ...figures].map((call) => `GET /api/admin/${call}`);
  const api = startApi();
  api.answer(Object.fromEntries(calls.map((call) => [call, answer])));
  renderApp(path);
  const button = await screen.findByRole('button', { name: 'Try Again' });
  const alert = button.parentElement?.querySelector('[role="alert"]');
  return { api, button, text: alert?.textContent ?? '' };
};

describe('an admin page that cannot be loaded', () => {
  it.each([
    ['/admin/dashboard', 'Error loading dashboard data'],
    ['/admin/subscription-management', 'Failed to fetch users'],
    ['/admin/log', 'Failed to load the log'],
  ])('%s says what is missing, why, and what to do', async (path, title) => {
    const { text } = await alertTextFor(path, proxyPage);
    expect(text).toBe(
      `${title}The server answered with status 503.The server is busy or restarting. Wait a moment, then try again.`,
    );
  });

  it.each([
    [401, 'Sign out, then sign in again.'],
    [403, /Ask the operator for administrator rights\.$/],
    [429, /Wait a moment, then try again\.$/],
  ])('shows what the server says with %i, and what to do', async (status, advice) => {
    const answer = { status, body: { message: 'No.' } };
    const { text } = await alertTextFor('/admin/log', answer);
    expect(text).toMatch(`Failed to load the log${status}: No.`);
    expect(text).toMatch(advice);
  });

  it('tries again', async () => {
    const { api, button } = await alertTextFor('/admin/log', proxyPage);
    api.answer({ 'GET /api/admin/log': { body: [] } });
    await userEvent.click(button);
    expect(await screen.findByText('No entries')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull());
  });
});
