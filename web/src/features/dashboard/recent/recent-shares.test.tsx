import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiAnswer } from '../../../../test/fake-api.js';
import { installFakeChanges, removeFakeChanges } from '../../../../test/fake-changes.js';
import { day, renderApp, share, startApi, tidyUp, withFreshDashboard } from '../test/dashboard.js';

const pick = async (field: string, label: string): Promise<void> => {
  fireEvent.mouseDown(screen.getByLabelText(field));
  const found = await screen.findAllByText(label);
  const option = found.find((element) => element.closest('.ant-select-item-option') !== null);
  if (option === undefined) throw new Error(`no option ${label}`);
  fireEvent.click(option);
};

withFreshDashboard();

describe('Recent Shares', () => {
  const rows = [
    share,
    { ...share, id: '2', shareId: 'st', filename: 'stopped.zip', isActive: false },
    {
      ...share,
      id: '3',
      shareId: 'ex',
      filename: 'old.txt',
      expiresAt: new Date(Date.now() - day).toISOString(),
    },
  ];

  it('shows an empty state without shares [2.109]', async () => {
    startApi();
    renderApp('/');
    await screen.findByText('3 / 10');
    await waitFor(() => expect(screen.queryByText('Loading shares...')).toBeNull());
    expect(
      screen.getByText('No file shares yet. Upload your first file to get started!'),
    ).toBeDefined();
  });

  it('renders 1,000 shares in steps', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({
      ...share,
      shareId: `s${index}`,
      filename: `file-${index}.pdf`,
    }));
    startApi().answer({ 'GET /api/file-shares': { body: many } });
    renderApp('/');
    const more = await screen.findByRole('button', { name: 'Show 960 more' });
    expect(screen.queryByText('file-40.pdf')).toBeNull();
    await userEvent.click(more);
    expect(screen.getByText('file-40.pdf')).toBeDefined();
  });

  it('searches, filters, sorts and pages all shares on the server', async () => {
    const api = startApi();
    const many = Array.from({ length: 500 }, (_, index) => ({
      ...share,
      shareId: `s${index}`,
      filename: `file-${index}.pdf`,
    }));
    api.answer({
      'GET /api/file-shares': ({ query }) => ({
        body: query.has('search') ? [rows[1]] : many,
        headers: { 'x-total-count': query.has('search') ? '1' : '1200' },
      }),
    });
    renderApp('/');
    expect(await screen.findByText('1–500 of 1,200 shares')).toBeDefined();
    expect(screen.getByText('1,200 shares')).toBeDefined();
    /** Without the calls for the newest shares, which the dashboard repeats every 30 s. */
    const last = () =>
      api
        .to('GET /api/file-shares')
        .map(({ query }) => Object.fromEntries(query))
        .filter(({ page, search, sort }) => page ?? search ?? sort)
        .at(-1);
    await userEvent.click(screen.getByRole('listitem', { name: '2' }));
    await waitFor(() => expect(last()).toMatchObject({ limit: '500', page: '2' }));

    await userEvent.type(screen.getByLabelText('Search shares'), 'stopped');
    expect(await screen.findByText('stopped.zip')).toBeDefined();
    expect(last()).toMatchObject({ search: 'stopped' });
    expect(last()).not.toHaveProperty('page');
    expect(screen.getByText('1 share')).toBeDefined();

    await pick('Show', 'Stopped');
    await waitFor(() => expect(last()).toMatchObject({ search: 'stopped', status: 'stopped' }));
    await pick('Sort by', 'Name');
    await waitFor(() => expect(last()).toMatchObject({ sort: 'name', order: 'asc' }));
  });

  it('goes to the last page when the shares of the shown one are gone', async () => {
    const listed = Array.from({ length: 501 }, (_, index) => ({
      ...share,
      shareId: `s${index}`,
      filename: `file-${index}.pdf`,
    }));
    const changes = installFakeChanges();
    startApi().answer({
      'GET /api/file-shares': ({ query }) => {
        const from = (Number(query.get('page') ?? '1') - 1) * 500;
        return {
          body: listed.slice(from, from + 500),
          headers: { 'x-total-count': String(listed.length) },
        };
      },
    });
    renderApp('/');
    await userEvent.click(await screen.findByRole('listitem', { name: '2' }));
    expect(await screen.findByText('file-500.pdf')).toBeDefined();
    listed.pop();
    changes.beat();
    changes.change('shares');
    expect(await screen.findByText('file-0.pdf')).toBeDefined();
    expect(screen.queryByText(/^No file shares yet/)).toBeNull();
    removeFakeChanges();
  });

  it('names the filter, not the first share, when nothing matches', async () => {
    const many = Array.from({ length: 9 }, (_, index) => ({ ...share, shareId: `s${index}` }));
    startApi().answer({
      'GET /api/file-shares': ({ query }) => ({ body: query.has('search') ? [] : many }),
    });
    renderApp('/');
    await userEvent.type(await screen.findByLabelText('Search shares'), 'x');
    expect(await screen.findByText('No shares match.')).toBeDefined();
  });

  it('shows neither old rows nor an old count when a search fails, and tries again', async () => {
    const many = Array.from({ length: 9 }, (_, index) => ({ ...share, shareId: `s${index}` }));
    const found = { body: [{ ...share, filename: 'found.pdf' }] };
    let answer: (answer: ApiAnswer) => void = () => undefined;
    startApi().answer({
      'GET /api/file-shares': ({ query }) =>
        query.has('search') ? new Promise((resolve) => (answer = resolve)) : { body: many },
    });
    renderApp('/');
    const panel = within(await screen.findByRole('region', { name: 'Recent Shares' }));
    const search = await panel.findByLabelText('Search shares');
    const isBusy = () => panel.queryByRole('list')?.closest('[aria-busy="true"]') != null;
    expect(isBusy()).toBe(false);
    await userEvent.type(search, 'found');
    await waitFor(() => expect(isBusy()).toBe(true));
    answer({ status: 503, body: { message: 'Down.' } });
    expect((await panel.findByRole('alert')).textContent).toContain(
      'Your shares could not be loaded.503: Down.',
    );
    expect(panel.queryByText('report.pdf')).toBeNull();
    expect(panel.queryByText('9 shares')).toBeNull();
    expect(search).toHaveProperty('value', 'found');

    await userEvent.click(panel.getByRole('button', { name: 'Try Again' }));
    answer(found);
    expect(await panel.findByText('found.pdf')).toBeDefined();
    expect(panel.queryByRole('alert')).toBeNull();
    expect(isBusy()).toBe(false);
  });

  it('offers to try again when the shares could not be loaded', async () => {
    const api = startApi();
    let fail = (): void => undefined;
    const failing = new Promise<ApiAnswer>((resolve) => {
      fail = () => resolve({ status: 503, body: { message: 'Down.' } });
    });
    api.answer({ 'GET /api/file-shares': () => failing });
    renderApp('/');
    expect(await screen.findByText('Loading shares...')).toBeDefined();
    fail();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    api.answer({ 'GET /api/file-shares': { body: [] } });
    await userEvent.click(again);
    expect(await screen.findByText(/^No file shares yet/)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the failure and the focus while the shares are polled', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    const api = startApi();
    const calls = () => api.to('GET /api/file-shares').length;
    api.answer({ 'GET /api/file-shares': { status: 503, body: { message: 'Down.' } } });
    renderApp('/');
    const again = await screen.findByRole('button', { name: 'Try Again' });
    const alert = screen.getByRole('alert');
    again.focus();
    const tried = calls();
    api.answer({ 'GET /api/file-shares': () => new Promise(() => undefined) });
    await act(() => jest.advanceTimersByTimeAsync(30_500));
    expect(calls()).toBe(tried + 1);
    expect(alert.isConnected).toBe(true);
    expect(document.activeElement).toBe(again);
    jest.useRealTimers();
  });

  it('polls every 30 s', async () => {
    const api = startApi();
    renderApp('/');
    await screen.findByText('No file shares yet. Upload your first file to get started!');
    const calls = (): number => api.to('GET /api/file-shares').length;
    expect(calls()).toBe(1);
    jest.useFakeTimers();
    tidyUp();
    renderApp('/');
    await act(() => jest.advanceTimersByTimeAsync(1000));
    const before = calls();
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(calls()).toBe(before + 1);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(calls()).toBe(before + 3);
    jest.useRealTimers();
  });

  it('opens the details of a share [2.119]', async () => {
    startApi().answer({ 'GET /api/file-shares': { body: rows } });
    renderApp('/');
    await screen.findByText('report.pdf');
    await userEvent.click(screen.getByRole('button', { name: 'Details of report.pdf' }));
    expect(await screen.findByRole('dialog', { name: 'Share File: report.pdf' })).toBeDefined();
  });
});
