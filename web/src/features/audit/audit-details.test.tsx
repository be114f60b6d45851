import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiAnswer } from '../../../test/fake-api.js';
import { renderApp, someUser, startApi, tidyUp } from '../../../test/render-app.js';

const optionsOf = async (label: string): Promise<(string | null)[]> => {
  fireEvent.mouseDown(screen.getByLabelText(label));
  await waitFor(() =>
    expect(document.querySelectorAll('.ant-select-item-option').length).toBeGreaterThan(0),
  );
  const options = [...document.querySelectorAll('.ant-select-item-option')];
  return options.map(({ textContent }) => textContent);
};

describe('/audit-logs', () => {
  afterEach(tidyUp);

  it('names the button that empties the search, and returns to the field', async () => {
    startApi();
    renderApp('/audit-logs');
    const search = await screen.findByLabelText('Search');
    await userEvent.type(search, 'grace');
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Clear search' }));
    await userEvent.keyboard('{Enter}');
    expect(search).toHaveProperty('value', '');
    expect(document.activeElement).toBe(search);
  });

  it.each([
    [
      'Event type',
      ['All events', 'Share created', 'Access attempt', 'Download completed', 'Access denied'],
      '[2.160, 2.161, 2.162, 2.163, 2.164]',
    ],
    [
      'Status',
      ['All statuses', 'Success', 'Failure', 'Denied'],
      '[2.165, 2.166, 2.167, 2.168, 3.111]',
    ],
  ])('filters %s by %j %s', async (label, options) => {
    startApi();
    renderApp('/audit-logs');
    await screen.findByLabelText(label);
    expect(await optionsOf(label)).toEqual(options);
  });

  it('shows Exporting... during the export [2.170]', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<ApiAnswer>((resolve) => {
      answer = () => resolve({ status: 500, body: 'no' });
    });
    startApi().answer({
      'GET /api/audit-logs/export': () => answered,
    });
    renderApp('/audit-logs');
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(screen.getByRole('button', { name: 'Exporting...' })).toHaveProperty('disabled', true);
    answer();
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeDefined();
  });

  it('exports after a lost cookie, once the session is open again', async () => {
    const api = startApi();
    const refusal = { status: 401, body: { reason: 'not-signed-in', message: 'Sign in.' } };
    api.answer({ 'GET /api/audit-logs/export': refusal });
    const restoreSession = () => {
      api.answer({ 'GET /api/audit-logs/export': { body: 'date,event\n' } });
      return Promise.resolve();
    };
    URL.createObjectURL = () => 'blob:export';
    URL.revokeObjectURL = () => undefined;
    renderApp('/audit-logs', someUser(), { restoreSession });
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('Export Complete')).toBeDefined();
    expect(screen.queryByText('Export Failed')).toBeNull();
  });

  it('shows Export Failed without a network [8.67]', async () => {
    const api = startApi();
    renderApp('/audit-logs');
    const button = await screen.findByRole('button', { name: 'Export CSV' });
    api.disconnect();
    await userEvent.click(button);
    expect(await screen.findByText('Export Failed')).toBeDefined();
  });
});
