import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installFakeChanges, removeFakeChanges } from '../../../../test/fake-changes.js';
import {
  file,
  freeRecord,
  proRecord,
  renderApp,
  share,
  startApi,
  withFreshDashboard,
} from '../test/dashboard.js';

withFreshDashboard();

describe('plan and usage', () => {
  it('shows the used shares, and the banner from eight on [2.111, 2.112, 6.6, 9.2]', async () => {
    startApi().answer({ 'GET /api/user': { body: { ...freeRecord, sharesUsedThisMonth: 8 } } });
    renderApp('/');
    expect(await screen.findByText('8 / 10')).toBeDefined();
    expect(screen.getByText('Free Plan')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Upgrade Account' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Help' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Upgrade Now' }));
    await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/subscribe'));
  });

  it('begins again with the month, also while the stream of changes reports nothing', async () => {
    const changes = installFakeChanges();
    const now = Date.UTC(2026, 0, 31, 23, 59, 40);
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'], now });
    const api = startApi();
    api.answer({ 'GET /api/user': { body: { ...freeRecord, sharesUsedThisMonth: 10 } } });
    renderApp('/');
    expect(await screen.findByText('10 / 10')).toBeDefined();
    changes.beat();
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    api.answer({ 'GET /api/user': { body: { ...freeRecord, sharesUsedThisMonth: 0 } } });
    expect(screen.getByText('10 / 10')).toBeDefined();
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(screen.getByText('0 / 10')).toBeDefined();
    jest.useRealTimers();
    removeFakeChanges();
  });

  it('shows no figures before the answers', async () => {
    const forever = new Promise<never>(() => undefined);
    startApi().answer({ 'GET /api/user': () => forever, 'GET /api/file-shares': () => forever });
    renderApp('/');
    const title = await screen.findByRole('heading', { name: 'Usage This Month' });
    const card = within(title.closest('section') ?? document.body);
    expect(card.getAllByText('–')).toHaveLength(3);
  });

  it('shows no banner at seven [2.112, 9.2]', async () => {
    startApi().answer({ 'GET /api/user': { body: { ...freeRecord, sharesUsedThisMonth: 7 } } });
    renderApp('/');
    expect(await screen.findByText('7 / 10')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Upgrade Now' })).toBeNull();
  });

  it('shows the monthly limit of the record [2.89]', async () => {
    startApi().answer({ 'GET /api/user': { body: { ...freeRecord, monthlyLimit: 25 } } });
    renderApp('/');
    expect(await screen.findByText('3 / 25')).toBeDefined();
    const bar = screen.getByRole('progressbar', { name: 'Usage This Month' });
    expect(bar.getAttribute('aria-valuenow')).toBe('12');
    expect(bar.getAttribute('aria-valuetext')).toBe('3 of 25 shares used this month');
  });

  it('shows a month without shares as used up', async () => {
    const record = { ...freeRecord, monthlyLimit: 0, sharesUsedThisMonth: 0 };
    startApi().answer({ 'GET /api/user': { body: record } });
    renderApp('/');
    expect(await screen.findByText('0 / 0')).toBeDefined();
    const bar = screen.getByRole('progressbar', { name: 'Usage This Month' });
    expect(bar.getAttribute('aria-valuenow')).toBe('100');
  });

  it('shows Unlimited, Help and a choice of expiry for Pro [2.90, 2.113]', async () => {
    const api = startApi();
    api.answer({
      'GET /api/user': { body: { ...proRecord, sharesUsedThisMonth: 12 } },
      'POST /api/file-shares': { status: 201, body: share },
    });
    renderApp('/');
    expect(await screen.findByText('Pro Plan')).toBeDefined();
    expect(screen.getByText('/ ∞ Unlimited').parentElement?.textContent).toBe('12 / ∞ Unlimited');
    expect(screen.getByRole('link', { name: 'Help' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Upgrade Account' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Upgrade Now' })).toBeNull();
    await userEvent.upload(screen.getByLabelText('Select File', { selector: 'input' }), file);
    const days = screen.getByLabelText('Link valid for');
    await userEvent.clear(days);
    await userEvent.type(days, '30');
    await userEvent.click(screen.getByRole('button', { name: 'Create Share' }));
    await screen.findByRole('dialog');
    expect(api.to('POST /api/file-shares')[0]?.body).toMatchObject({ expiresInDays: 30 });
  });

  it('shows Logged Out and leaves the dashboard [8.82]', async () => {
    startApi();
    renderApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('Logged Out')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Recent Shares' })).toBeNull();
  });
});
