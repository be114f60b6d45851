import { screen, within } from '@testing-library/react';
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

  it('shows the latest twenty and counts the others', async () => {
    const entries = Array.from({ length: 23 }, (_, index) => entry(index));
    startApi().answer({ 'GET /api/user/admin-actions': { body: entries } });
    renderApp('/settings');
    expect(await (await panel()).findAllByRole('listitem')).toHaveLength(20);
    expect((await panel()).getByText('3 older entries')).toBeDefined();
  });

  it('states that there was none, or that the entries could not be loaded', async () => {
    const api = startApi();
    renderApp('/settings');
    const list = await panel();
    expect(await list.findByText('No administrator has opened your data.')).toBeDefined();
    tidyUp();
    api.answer({ 'GET /api/user/admin-actions': { status: 503 } });
    renderApp('/settings');
    expect(await screen.findByText('The entries could not be loaded.')).toBeDefined();
  });
});
