import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { day, renderApp, share, startApi, withFreshDashboard } from '../../test/dashboard.js';

withFreshDashboard();
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

const showShareThatEndsIn = async (ms: number): Promise<void> => {
  const expiresAt = new Date(Date.now() + ms).toISOString();
  startApi().answer({ 'GET /api/file-shares': { body: [{ ...share, expiresAt }] } });
  renderApp('/');
  await screen.findByText('Active');
};

it('a row states size, downloads and when the share was created', async () => {
  const createdAt = '2026-11-02T12:00:00.000Z';
  startApi().answer({ 'GET /api/file-shares': { body: [{ ...share, createdAt }] } });
  renderApp('/');
  const facts = (await screen.findByText('created 2026-11-02')).parentElement;
  expect(facts?.textContent).toBe('1.00 MB · 2 downloads · created 2026-11-02');
});

describe('a row of an unchanged list', () => {
  it('counts the days down while the page is open', async () => {
    await showShareThatEndsIn(6 * day + 90_000);
    expect(screen.getByText('7 days left')).toBeDefined();
    await pass(90_000);
    expect(screen.getByText('6 days left')).toBeDefined();
  });

  it('shows that the share has expired while the page is open', async () => {
    await showShareThatEndsIn(90_000);
    expect(screen.getByText('1 day left')).toBeDefined();
    await pass(150_000);
    expect(screen.getByText('Expired')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Delete report.pdf' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Stop report.pdf' })).toBeNull();
  });
});
