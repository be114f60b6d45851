import { screen } from '@testing-library/react';
import { renderApp, startApi, tidyUp } from '../../../../test/render-app.js';
import { formatDateTime } from '../../../lib/texts/format.js';

afterEach(tidyUp);

const at = '2026-01-06T10:00:00.000Z';
const valid = { isValid: true, length: 3, firstBroken: null, detail: '', head: 'h', at };

const open = (answer: object) => {
  const api = startApi();
  api.answer({ 'GET /api/audit-logs': { body: [] }, 'GET /api/audit-logs/verify': answer });
  renderApp('/audit-logs');
  return api;
};

describe('the entries of the audit log', () => {
  it('are verified at each visit, by a recent verification if there is one', async () => {
    const api = open({ body: valid });
    const status = await screen.findByText(/The server verified your log on/);
    expect(status.textContent).toBe(
      `The server verified your log on ${formatDateTime(at)}. 3 entries checked: no gap, no change without a record.`,
    );
    expect(api.to('GET /api/audit-logs/verify')[0]?.query.get('recent')).toBe('true');
  });

  it('raise the alarm when one was changed or removed', async () => {
    open({ body: { ...valid, isValid: false, length: 1, firstBroken: 2 } });
    const alarm = await screen.findByRole('alert');
    expect(alarm.textContent).toContain('Log altered');
    expect(alarm.textContent).toContain('Entry 2 was changed or removed.');
  });

  it('raise none when the server cannot verify them now', async () => {
    open({ status: 503, body: { message: 'Later.' } });
    expect(await screen.findByText('Your entries cannot be verified right now.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
