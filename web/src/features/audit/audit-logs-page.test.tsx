import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiAnswer } from '../../../test/fake-api.js';
import { renderApp, someUser, startApi, tidyUp } from '../../../test/render-app.js';
import { clearToasts, getToasts } from '../../components/toast/index.js';
import { exportFilename } from './export-csv.js';

afterEach(tidyUp);

const entry = (id: string, part: object = {}) => ({
  id,
  createdAt: new Date(2026, 0, 5, 7, 8, 9).toISOString(),
  eventType: 'download_completed',
  eventStatus: 'success',
  filename: 'report.pdf',
  fileSize: '1.00 MB',
  accessorEmail: 'grace@example.com',
  accessorName: 'Grace',
  userAgent: null,
  city: 'Bern',
  region: null,
  country: 'Switzerland',
  ipAddress: '203.0.113.9',
  delivery: null,
  ...part,
});

const entries = [
  entry('1'),
  entry('2', {
    eventType: 'access_denied',
    eventStatus: 'denied',
    accessorEmail: null,
    accessorName: null,
  }),
  entry('3', { filename: 'movie.mov', ipAddress: '198.51.100.7', city: null, country: null }),
];

const choose = (label: string, option: string): void => {
  fireEvent.mouseDown(screen.getByLabelText(label));
  const options = [...document.querySelectorAll('.ant-select-item-option')];
  const item = options.find(({ textContent }) => textContent === option);
  if (item === undefined) throw new Error(`no option ${option}`);
  fireEvent.click(item);
};

describe('/audit-logs', () => {
  it('shows the seven columns, the count and the back link [2.156, 2.171]', async () => {
    const api = startApi();
    api.answer({ 'GET /api/audit-logs': { body: entries } });
    const user = someUser();
    renderApp('/audit-logs', user);
    expect(await screen.findByRole('heading', { name: 'Audit Records (3)' })).toBeDefined();
    expect(api.to('GET /api/audit-logs')[0]?.query.get('userId')).toBe(user.uid);
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const note = screen.getByText(/^Times are shown in/).textContent;
    expect(note).toContain(`Times are shown in ${zone}. The CSV file uses UTC.`);
    expect(note).toContain('Names and email addresses are as the recipients gave them, not');
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Date/Time',
      'Event',
      'Status',
      'File',
      'Accessor',
      'Location',
      'IP Address',
    ]);
    const rows = screen.getAllByRole('row').filter((row) => row.textContent.includes('2026'));
    const cells = within(rows[0] ?? document.body).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual([
      '2026-01-05 07:08:09',
      'Download completed',
      'Success',
      'report.pdf1.00 MB',
      'grace@example.com',
      'Bern, Switzerland',
      '203.0.113.9',
    ]);
    expect(within(rows[1] ?? document.body).getByText('Unknown Device')).toBeDefined();
    expect(within(rows[2] ?? document.body).getByText('-')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/');
  });

  it('filters in the browser by text, event and status [2.171, 2.172, 2.189]', async () => {
    const api = startApi();
    api.answer({ 'GET /api/audit-logs': { body: entries } });
    renderApp('/audit-logs');
    await screen.findByRole('heading', { name: 'Audit Records (3)' });
    await userEvent.type(screen.getByLabelText('Search'), '198.51');
    expect(screen.getByRole('heading', { name: 'Audit Records (1)' })).toBeDefined();
    choose('Status', 'Denied');
    expect(screen.getByText('No audit logs found matching your criteria.')).toBeDefined();
    await userEvent.clear(screen.getByLabelText('Search'));
    choose('Event type', 'Access denied');
    expect(screen.getByRole('heading', { name: 'Audit Records (1)' })).toBeDefined();
    const requests = api.to('GET /api/audit-logs');
    expect(requests).toHaveLength(1);
    expect(requests[0]?.query.get('limit')).toBe('10000');
  });

  describe('with entries of each type and status', () => {
    const various = [
      entry('a', { filename: 'a.pdf', eventType: 'share_created', ipAddress: '192.0.2.1' }),
      entry('b', {
        filename: 'b.pdf',
        eventType: 'access_attempt',
        eventStatus: 'failure',
        accessorEmail: 'eve@example.org',
      }),
      entry('c', { filename: 'c.mov' }),
      entry('d', { filename: 'd.pdf', eventType: 'access_denied', eventStatus: 'denied' }),
    ];
    const openVarious = async (): Promise<void> => {
      startApi().answer({ 'GET /api/audit-logs': { body: various } });
      renderApp('/audit-logs');
      await screen.findByTitle('d.pdf');
    };
    const shownNames = () =>
      screen.queryAllByTitle(/^[a-d]\.(pdf|mov)$/).map(({ textContent }) => textContent);

    it('finds them by file name, email address and IP address [2.157, 2.158, 2.159]', async () => {
      await openVarious();
      const field = screen.getByRole('textbox', { name: 'Search' });
      for (const [text, name] of [
        ['C.MOV', 'c.mov'],
        ['EVE@example', 'b.pdf'],
        ['192.0.2', 'a.pdf'],
      ] as const) {
        fireEvent.change(field, { target: { value: text } });
        expect(shownNames()).toEqual([name]);
      }
    });

    it('filters them by event type [2.160, 2.161, 2.162, 2.163, 2.164]', async () => {
      await openVarious();
      for (const [type, name] of [
        ['Share created', 'a.pdf'],
        ['Access attempt', 'b.pdf'],
        ['Download completed', 'c.mov'],
        ['Access denied', 'd.pdf'],
      ] as const) {
        choose('Event type', type);
        expect(shownNames()).toEqual([name]);
      }
      choose('Event type', 'All events');
      expect(shownNames()).toEqual(['a.pdf', 'b.pdf', 'c.mov', 'd.pdf']);
    });

    it('filters them by status [2.165, 2.166, 2.167, 2.168]', async () => {
      await openVarious();
      for (const [status, names] of [
        ['Success', ['a.pdf', 'c.mov']],
        ['Failure', ['b.pdf']],
        ['Denied', ['d.pdf']],
        ['All statuses', ['a.pdf', 'b.pdf', 'c.mov', 'd.pdf']],
      ] as const) {
        choose('Status', status);
        expect(shownNames()).toEqual(names);
      }
    });
  });

  it('offers to try again when the log could not be loaded, and keeps the focus while it loads', async () => {
    const api = startApi();
    api.answer({ 'GET /api/audit-logs': { status: 503, body: { message: 'Down.' } } });
    renderApp('/audit-logs');
    const again = await screen.findByRole('button', { name: 'Try Again' });
    const reason = screen.getByRole('alert');
    expect(reason.textContent).toContain('503: Down.');
    let answerHeld = (_answer: ApiAnswer): void => undefined;
    const held = new Promise<ApiAnswer>((resolve) => (answerHeld = resolve));
    api.answer({ 'GET /api/audit-logs': () => held });
    await userEvent.click(again);
    await waitFor(() => expect(api.to('GET /api/audit-logs')).toHaveLength(2));
    expect(screen.getByRole('alert')).toBe(reason);
    expect(document.activeElement).toBe(again);
    answerHeld({ body: entries });
    expect(await screen.findByRole('heading', { name: 'Audit Records (3)' })).toBeDefined();
  });

  it('saves the export, and shows when it is refused [2.169, 7.27, 7.28, 8.44, 8.67, 8.68]', async () => {
    const api = startApi();
    api.answer({ 'GET /api/audit-logs/export': { body: 'date,event\n' } });
    URL.createObjectURL = () => 'blob:export';
    URL.revokeObjectURL = () => undefined;
    let saved = '';
    const click = jest
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(function remember(this: HTMLAnchorElement) {
        saved = this.download;
      });
    const user = someUser();
    renderApp('/audit-logs', user);
    const button = () => screen.findByRole('button', { name: 'Export CSV' });
    await userEvent.click(await button());
    expect(await screen.findByText('Export Complete')).toBeDefined();
    const [request] = api.to('GET /api/audit-logs/export');
    expect(request?.query.get('userId')).toBe(user.uid);
    expect(saved).toMatch(/^audit-logs-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/);
    api.answer({ 'GET /api/audit-logs/export': { status: 500, body: 'no' } });
    await userEvent.click(await button());
    expect(await screen.findByText('Export Failed')).toBeDefined();
    expect(screen.getByText('Unable to export audit logs. Please try again.')).toBeDefined();
    click.mockRestore();
  });

  it('puts the time in the file name [7.28]', () => {
    expect(exportFilename(new Date(Date.UTC(2026, 10, 20, 10, 5, 0)))).toBe(
      'audit-logs-2026-11-20T10-05-00.csv',
    );
  });

  it('verifies the chain on demand', async () => {
    const api = startApi();
    api.answer({
      'GET /api/audit-logs/verify': { body: { isValid: true, length: 3, firstBroken: null } },
    });
    renderApp('/audit-logs');
    // The button has another name while it is disabled, and the toast may appear before it is enabled again.
    const button = () => screen.findByRole('button', { name: 'Verify integrity' });
    await userEvent.click(await button());
    expect(
      await screen.findByText(
        '3 entries checked: no gap, no change without a record. The list shows all entries of a download in one row.',
      ),
    ).toBeDefined();
    api.answer({
      'GET /api/audit-logs/verify': { body: { isValid: false, length: 3, firstBroken: 2 } },
    });
    await userEvent.click(await button());
    // The toast is an alert as well.
    const page = within(screen.getByRole('main'));
    const alarm = await page.findByRole('alert');
    expect(alarm.textContent).toContain('Log altered');
    expect(alarm.textContent).toContain('Entry 2 was changed or removed.');
    expect(getToasts()[0]).toMatchObject({
      title: 'Log altered',
      description: 'Entry 2 was changed or removed.',
    });
    act(() => clearToasts());
    expect(page.getByRole('alert')).toBe(alarm);
  });

  it('renders ten thousand entries without rendering ten thousand rows', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => entry(`e${index}`));
    startApi().answer({ 'GET /api/audit-logs': { body: many } });
    renderApp('/audit-logs');
    expect(await screen.findByRole('heading', { name: 'Audit Records (10,000)' })).toBeDefined();
    await waitFor(() => expect(screen.getAllByText('report.pdf').length).toBeGreaterThan(0));
    expect(screen.getAllByText('report.pdf').length).toBeLessThan(200);
  });
});
