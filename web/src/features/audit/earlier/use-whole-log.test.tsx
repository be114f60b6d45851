import { moreHeader } from '@tandem/proto/browser/headers';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, startApi, tidyUp } from '../../../../test/render-app.js';
import type { AuditLogEntry } from '../api.js';
import { entry } from '../test/entry.js';

afterEach(tidyUp);

const newestAt = Date.parse('2026-06-01T10:00:00.000Z');

/** One entry a second, the newest first. */
const log = (count: number, filename: (index: number) => string) =>
  Array.from({ length: count }, (_, index) =>
    entry({
      id: `e${index}`,
      createdAt: new Date(newestAt - index * 1_000).toISOString(),
      filename: filename(index),
    }),
  );

/**
 * Sends at most `most` entries at a time, as the server does; servers of earlier versions do not say whether there are
 * more.
 */
const openLog = (all: readonly AuditLogEntry[], most: number, saysMore = true) => {
  const api = startApi();
  api.answer({
    'GET /api/audit-logs': ({ query }) => {
      const before = Date.parse(query.get('before') ?? '') || Number.POSITIVE_INFINITY;
      const search = query.get('search') ?? '';
      const matches = all.filter(
        ({ createdAt, filename }) => Date.parse(createdAt) < before && filename.includes(search),
      );
      const headers = { [moreHeader]: String(matches.length > most) };
      return { body: matches.slice(0, most), ...(saysMore && { headers }) };
    },
  });
  renderApp('/audit-logs');
  return api;
};

const open = (count: number, most: number, saysMore = true) =>
  openLog(
    log(count, (index) => (index === count - 1 ? 'first-ever.pdf' : 'report.pdf')),
    most,
    saysMore,
  );

/** As anyone with the password can report it, any number of times. */
const reportedAgain = (count: number): AuditLogEntry[] =>
  log(count, () => 'report.pdf').map((row) => ({
    ...row,
    eventType: 'download_completed',
    delivery: {
      ...{ deliveryId: 'd'.repeat(22), standing: 'claimed', reportedBy: 'recipient' },
      ...{ bytes: null, reason: null },
    },
  }));

describe('a log that is longer than an answer of the server', () => {
  it('says what is loaded, and loads earlier entries until the log is whole', async () => {
    open(2_500, 1_000);
    expect(await screen.findByRole('heading', { name: 'Audit Records (1,000)' })).toBeDefined();
    expect(screen.getByText(/^The newest 1,000 entries are loaded, back to /)).toBeDefined();
    const load = () =>
      userEvent.click(screen.getByRole('button', { name: /Load earlier entries/ }));
    await load();
    // The last entry is sent again, since others may have its millisecond.
    await screen.findByText(/^The newest 1,999 entries/);
    await load();
    expect(await screen.findByRole('heading', { name: 'Audit Records (2,500)' })).toBeDefined();
    expect(await screen.findByText('The whole log is loaded.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /Load earlier entries/ })).toBeNull();
  });

  it('offers earlier entries however many reports of one delivery hide them', async () => {
    const forged = reportedAgain(2_500);
    const early = entry({ id: 'early', createdAt: '2026-01-01T00:00:00.000Z', filename: 'early' });
    openLog([...forged, early], 1_000);
    expect(await screen.findByRole('heading', { name: 'Audit Records (1)' })).toBeDefined();
    const load = () =>
      userEvent.click(screen.getByRole('button', { name: /Load earlier entries/ }));
    await load();
    await screen.findByText(/^The newest 1,999 entries/);
    await load();
    expect(await screen.findByRole('heading', { name: 'Audit Records (2)' })).toBeDefined();
    expect(screen.getByText('The whole log is loaded.')).toBeDefined();
    expect(screen.getByTitle('early')).toBeDefined();
  });

  it('loads earlier entries from a server that does not say whether there are more', async () => {
    open(1_500, 1_000, false);
    await screen.findByRole('heading', { name: 'Audit Records (1,000)' });
    await userEvent.click(screen.getByRole('button', { name: /Load earlier entries/ }));
    expect(await screen.findByRole('heading', { name: 'Audit Records (1,500)' })).toBeDefined();
    expect(screen.getByText('The whole log is loaded.')).toBeDefined();
  });

  const type = async (text: string): Promise<void> =>
    userEvent.type(screen.getByPlaceholderText('File name, email or IP address'), text);

  it('is searched on the server', async () => {
    const api = open(2_500, 1_000);
    await screen.findByRole('heading', { name: 'Audit Records (1,000)' });
    await type('first-ever');
    expect(await screen.findByRole('heading', { name: 'Audit Records (1)' })).toBeDefined();
    expect(screen.getByText('The whole log was searched.')).toBeDefined();
    const searched = api.to('GET /api/audit-logs').map(({ query }) => query.get('search'));
    expect(searched.at(-1)).toBe('first-ever');
  });

  it('says when more entries match than one answer holds', async () => {
    open(2_500, 1_000);
    await screen.findByRole('heading', { name: 'Audit Records (1,000)' });
    await type('report');
    expect(
      await screen.findByText('More entries match than can be shown: these are the newest 1,000.'),
    ).toBeDefined();
  });

  it('says that all are shown when an answer holds all matches, however many', async () => {
    open(2_500, 2_499);
    await screen.findByRole('heading', { name: 'Audit Records (2,499)' });
    await type('report');
    expect(await screen.findByText('The whole log was searched.')).toBeDefined();
  });

  it('says when more entries match than the reports of one delivery', async () => {
    openLog(reportedAgain(2_500), 1_000);
    await screen.findByRole('heading', { name: 'Audit Records (1)' });
    await type('report');
    expect(
      await screen.findByText('More entries match than can be shown: these are the newest 1,000.'),
    ).toBeDefined();
  });

  it('says when only the loaded entries could be searched', async () => {
    const api = open(2_500, 1_000);
    await screen.findByRole('heading', { name: 'Audit Records (1,000)' });
    api.answer({ 'GET /api/audit-logs': { status: 503, body: { message: 'Busy.' } } });
    await type('report');
    expect(await screen.findByText(/^The earlier entries could not be searched\./)).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Audit Records (1,000)' })).toBeDefined();
  });

  it('keeps the loaded entries when the server fails', async () => {
    const api = open(1_500, 1_000);
    await screen.findByRole('heading', { name: 'Audit Records (1,000)' });
    api.answer({ 'GET /api/audit-logs': { status: 503, body: { message: 'Busy.' } } });
    await userEvent.click(screen.getByRole('button', { name: /Load earlier entries/ }));
    expect(await screen.findByText(/Busy\.|could not be loaded/)).toBeDefined();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Audit Records (1,000)' })));
  });

  it('offers nothing for a short log', async () => {
    const api = open(30, 1_000);
    await screen.findByRole('heading', { name: 'Audit Records (30)' });
    await type('report');
    expect(api.to('GET /api/audit-logs').every(({ query }) => !query.has('search'))).toBe(true);
    expect(screen.queryByRole('button', { name: /Load earlier entries/ })).toBeNull();
  });
});
