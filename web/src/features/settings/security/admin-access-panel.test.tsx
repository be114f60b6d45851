import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, startApi, tidyUp } from '../../../../test/render-app.js';

afterEach(tidyUp);

const entry = (index: number, action = 'shares-viewed') => ({
  id: `entry-${String(index)}`,
  at: '2026-11-22T10:00:00.000Z',
  action,
});
const panel = async () =>
  within(await screen.findByRole('region', { name: 'Access by administrators' }));

describe('access by administrators', () => {
  it('names each look and its time', async () => {
    const entries = [entry(0, 'audit-log-exported'), entry(1)];
    startApi().answer({ 'GET /api/user/admin-actions': { body: entries } });
    renderApp('/settings');
    const [first, second] = await (await panel()).findAllByRole('listitem');
    expect(first?.textContent).toMatch(/^Exported your audit log2026-11-22/);
    expect(second?.textContent).toMatch(/^Opened your shares, without passwords/);
  });

  it('shows the latest twenty, and all others on request', async () => {
    const all = Array.from({ length: 150 }, (_, index) => entry(index));
    const api = startApi();
    api.answer({
      'GET /api/user/admin-actions': ({ query }) => ({
        body: query.has('before') ? all.slice(100) : all.slice(0, 100),
      }),
    });
    renderApp('/settings');
    const list = await panel();
    expect(await list.findAllByRole('listitem')).toHaveLength(20);
    const older = () => list.getByRole('button', { name: 'Show older entries' });
    await userEvent.click(older());
    expect(list.getAllByRole('listitem')).toHaveLength(100);
    await userEvent.click(older());
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(150));
    expect(list.queryByRole('button')).toBeNull();
    const [, request] = api.to('GET /api/user/admin-actions');
    expect(request?.query.get('before')).toBe('2026-11-22T10:00:00.000Z');
    expect(request?.query.get('beforeId')).toBe(all[99]?.id);
  });

  it('states that older entries could not be loaded, and tries again', async () => {
    const all = Array.from({ length: 101 }, (_, index) => entry(index));
    const api = startApi();
    let isOut = true;
    api.answer({
      'GET /api/user/admin-actions': ({ query }) => {
        if (!query.has('before')) return { body: all.slice(0, 100) };
        return isOut ? { status: 503 } : { body: all.slice(100) };
      },
    });
    renderApp('/settings');
    const list = await panel();
    const older = () => list.findByRole('button', { name: 'Show older entries' });
    await userEvent.click(await older());
    await userEvent.click(await older());
    expect(await list.findByText('The entries could not be loaded.')).toBeDefined();
    isOut = false;
    await userEvent.click(await older());
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(101));
    expect(list.queryByRole('alert')).toBeNull();
  });

  it('states that there was none, or that the entries could not be loaded, and loads them again', async () => {
    const api = startApi();
    renderApp('/settings');
    const list = await panel();
    expect(await list.findByText('No administrator has opened your data.')).toBeDefined();
    tidyUp();
    api.answer({ 'GET /api/user/admin-actions': { status: 503 } });
    renderApp('/settings');
    const failed = await panel();
    expect(await failed.findByText('The entries could not be loaded.')).toBeDefined();
    api.answer({ 'GET /api/user/admin-actions': { body: [entry(0)] } });
    await userEvent.click(failed.getByRole('button', { name: 'Try Again' }));
    expect(await failed.findAllByRole('listitem')).toHaveLength(1);
    expect(failed.queryByRole('alert')).toBeNull();
  });
});
