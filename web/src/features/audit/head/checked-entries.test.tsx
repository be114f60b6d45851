import { jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, startApi, tidyUp } from '../../../../test/render-app.js';
import { formatDateTime } from '../../../lib/texts/format.js';

afterEach(tidyUp);

const at = '2026-01-06T10:00:00.000Z';
const valid = { isValid: true, length: 3, firstBroken: null, detail: '', head: 'h', at };

/** No line ends within its date. */
const unbroken = (time: string): string => formatDateTime(time).replaceAll('-', '-\u2060');

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
      `The server verified your log on ${unbroken(at)}. 3 entries checked: no gap, no change without a record.`,
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

  it('are verified again every 30 seconds until the server can', async () => {
    jest.useFakeTimers();
    try {
      const api = open({ status: 503, body: { message: 'Later.' } });
      await screen.findByText('Your entries cannot be verified right now.');
      api.answer({ 'GET /api/audit-logs/verify': { body: valid } });
      await act(() => jest.advanceTimersByTimeAsync(30_000));
      await screen.findByText(/The server verified your log on/);
      const count = api.to('GET /api/audit-logs/verify').length;
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(api.to('GET /api/audit-logs/verify')).toHaveLength(count);
    } finally {
      jest.useRealTimers();
    }
  });

  it('have the result of a verification on demand, which finds damage or its repair', async () => {
    const later = '2026-01-06T10:05:00.000Z';
    const verify = async (report: object) => {
      api.answer({ 'GET /api/audit-logs/verify': { body: { ...valid, at: later, ...report } } });
      await userEvent.click(await screen.findByRole('button', { name: 'Verify integrity' }));
    };
    const api = open({ body: valid });
    await screen.findByText(/The server verified your log on/);
    const page = within(screen.getByRole('main'));
    await verify({ isValid: false, length: 1, firstBroken: 2 });
    expect((await page.findByRole('alert')).textContent).toContain('Entry 2 was changed');
    expect(page.queryByText(/The server verified your log on/)).toBeNull();
    await verify({});
    const status = await page.findByText(/The server verified your log on/);
    expect(status.textContent).toContain(unbroken(later));
    expect(page.queryByRole('alert')).toBeNull();
  });
});
