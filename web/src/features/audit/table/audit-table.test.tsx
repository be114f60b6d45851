import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { translatableTexts } from '../../../../test/dom/translatable.js';
import type { AuditLogEntry } from '../api.js';
import { AuditTable } from './audit-table.js';

const entry = (part: Partial<AuditLogEntry> = {}): AuditLogEntry => ({
  id: '1',
  createdAt: new Date(2026, 0, 5, 7, 8, 9).toISOString(),
  eventType: 'download_completed',
  eventStatus: 'success',
  shareId: 'abc',
  filename: 'report.pdf',
  fileSize: '1.00 MB',
  accessorEmail: 'grace@example.com',
  accessorName: 'Grace',
  userAgent: null,
  city: 'Bern',
  region: 'Canton of Bern',
  country: 'Switzerland',
  ipAddress: '203.0.113.9',
  delivery: null,
  ...part,
});

const firefox = 'Mozilla/5.0 (X11; rv:128.0) Gecko/20100101 Firefox/128.0';
const nowhere = { city: null, region: null, country: null };
const unnamed = { accessorEmail: null, accessorName: null };

afterEach(cleanup);

describe('the audit log table', () => {
  const cellIn = (column: string): Element | undefined => {
    const names = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    return document.querySelector('tbody tr[data-row-key]')?.children[names.indexOf(column)];
  };

  it.each<[string, Partial<AuditLogEntry>, string, string]>([
    ['Date/Time', {}, '2026-01-05 07:08:09', '[2.173]'],
    ['Event', {}, 'Download completed', '[2.177]'],
    ['Event', { eventStatus: 'failure' }, 'Download failed', '[2.177]'],
    ['Status', {}, 'Success', '[2.174]'],
    ['File', {}, 'report.pdf1.00 MB', '[2.175]'],
    ['Accessor', {}, 'grace@example.com', '[2.178]'],
    ['Accessor', { accessorEmail: 'anonymous' }, 'Anonymous Downloader', '[2.179]'],
    ['Accessor', { accessorEmail: null }, 'Grace', '[2.180]'],
    ['Accessor', { ...unnamed, userAgent: firefox }, 'Firefox Browser', '[2.181, 2.184]'],
    ['Location', {}, 'Bern, Canton of Bern, Switzerland', '[2.188]'],
    ['Location', nowhere, '-', '[2.188]'],
    ['IP Address', {}, '203.0.113.9', '[2.176]'],
  ])('has a column %s: %j is shown as "%s" %s', (column, part, text) => {
    render(<AuditTable entries={[entry(part)]} />);
    expect(cellIn(column)?.textContent).toBe(text);
  });

  it('has different icons for the four known events and a default icon for others [2.177]', () => {
    const kinds = ['share_created', 'access_attempt', 'download_completed', 'access_denied'];
    const others = ['link_renewed', 'something_else'];
    // A newer server may send other values.
    const entries = [...kinds, ...others].map((kind) =>
      entry({ id: kind, eventType: kind as AuditLogEntry['eventType'] }),
    );
    render(<AuditTable entries={entries} />);
    const shapes = [...document.querySelectorAll('tbody svg')].map(({ innerHTML }) => innerHTML);
    expect(shapes).toHaveLength(6);
    expect(new Set(shapes).size).toBe(5);
    expect(shapes[4]).toBe(shapes[5]);
  });

  it('keeps the order of addresses and the beginning of file names in right-to-left languages', () => {
    render(<AuditTable entries={[entry({ ipAddress: '2001:db8::7334' })]} />);
    expect(screen.getByText('2001:db8::7334').getAttribute('dir')).toBe('ltr');
    expect(screen.getByText('report.pdf').getAttribute('dir')).toBe('auto');
  });
});

describe('the table of a long audit log', () => {
  const long = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      entry({ id: `${index}`, filename: `file-${index + 1}.pdf` }),
    );
  const rows = () =>
    [...document.querySelectorAll<HTMLElement>('[data-row-key]')].map(({ dataset }) =>
      Number(dataset['rowKey']),
    );
  const first = () => Math.min(...rows());

  it('is scrolled by the keyboard, and renders only the visible rows', async () => {
    render(<AuditTable entries={long(5000)} />);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Audit Logs' }));
    expect(first()).toBe(0);
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(Math.max(...rows())).toBe(4999));
    expect(rows().length).toBeLessThan(60);
    const atEnd = first();
    await userEvent.keyboard('{PageUp}');
    await waitFor(() => expect(first()).toBeLessThan(atEnd));
    await userEvent.keyboard('{Home}');
    await waitFor(() => expect(first()).toBe(0));
    await userEvent.keyboard('{PageDown}{PageDown}');
    await waitFor(() => expect(first()).toBeGreaterThan(10));
    const below = first();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(first()).toBeGreaterThan(below));
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await waitFor(() => expect(first()).toBe(below));
  });

  it.each([
    [300, 300, null],
    [
      1001,
      1000,
      'Only the newest 1,000 of these 1,001 records are printed. The CSV export has all of them.',
    ],
  ])('of %i records is printed with %i rows and the note %s', async (count, printed, note) => {
    render(<AuditTable entries={long(count)} />);
    expect(rows().length).toBeLessThan(60);
    fireEvent(window, new Event('beforeprint'));
    expect(rows()).toHaveLength(printed);
    expect(screen.queryByText(/are printed/)?.textContent ?? null).toBe(note);
    fireEvent(window, new Event('afterprint'));
    expect(rows().length).toBeLessThan(60);
    expect(screen.queryByText(/are printed/)).toBeNull();
  });
});

describe.each([false, true])('the audit log table, narrow: %p', (isNarrow) => {
  const matchMedia = window.matchMedia.bind(window);
  beforeEach(() => {
    window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: isNarrow });
  });
  afterEach(() => {
    window.matchMedia = matchMedia;
  });

  it.each<[string, Partial<AuditLogEntry>]>([
    ['report.pdf', {}],
    ['grace@', {}],
    ['Grace', { accessorEmail: null }],
    ['203.0.113.9', {}],
  ])('keeps %s from the translator', (text, part) => {
    render(<AuditTable entries={[entry(part)]} />);
    expect(document.body.textContent).toContain(text);
    expect(translatableTexts(text)).toEqual([]);
  });

  it('lets the translator change what it says of an unknown accessor', () => {
    render(<AuditTable entries={[entry({ accessorEmail: 'anonymous' })]} />);
    expect(translatableTexts('Anonymous Downloader')).toEqual(['Anonymous Downloader']);
  });
});

describe('the audit log table in a narrow window', () => {
  const matchMedia = window.matchMedia.bind(window);
  beforeEach(() => {
    window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: true });
  });
  afterEach(() => {
    window.matchMedia = matchMedia;
  });

  it.each<[Partial<AuditLogEntry>, string, string]>([
    [{}, '2026-01-05 07:08:09', '[2.173]'],
    [{}, 'Download completed', '[2.177]'],
    [{ eventStatus: 'failure' }, 'Download failed', '[2.177]'],
    [{}, 'Success', '[2.174]'],
    [{}, 'report.pdf 1.00 MB', '[2.175]'],
    [{}, 'grace@example.com', '[2.178]'],
    [{ accessorEmail: 'anonymous' }, 'Anonymous Downloader', '[2.179]'],
    [{ accessorEmail: null }, 'Grace', '[2.180]'],
    [{ ...unnamed, userAgent: firefox }, 'Firefox Browser', '[2.181, 2.184]'],
    [{}, 'Bern, Canton of Bern, Switzerland · 203.0.113.9', '[2.176, 2.188]'],
    [nowhere, '203.0.113.9', '[2.188]'],
    [{ ipAddress: null }, 'Bern, Canton of Bern, Switzerland', '[2.176]'],
  ])('has one card per entry: %j is shown with "%s" %s', (part, text) => {
    render(<AuditTable entries={[entry(part)]} />);
    expect(screen.queryByRole('columnheader')).toBeNull();
    const parts = [...document.querySelectorAll('tbody *')].map(({ textContent }) => textContent);
    expect(parts).toContain(text);
  });

  it('has no line for a place and an address that are both unknown', () => {
    render(<AuditTable entries={[entry({ ...nowhere, ipAddress: null })]} />);
    const lines = [...document.querySelectorAll('tbody small')].map((line) => line.textContent);
    expect(lines).toEqual(['1.00 MB', '2026-01-05 07:08:09']);
  });
});
