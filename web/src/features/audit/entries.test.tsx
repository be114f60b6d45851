import type { AuditLogEntry } from './api.js';
import { accessorOf, browserOf, filterEntries, labelOf, locationOf, noFilter } from './entries.js';

const entry = (part: Partial<AuditLogEntry>): AuditLogEntry => ({
  id: '1',
  createdAt: '2026-01-01T00:00:00.000Z',
  eventType: 'access_attempt',
  eventStatus: 'success',
  shareId: 'abc',
  filename: 'report.pdf',
  fileSize: '1.00 MB',
  accessorEmail: null,
  accessorName: null,
  userAgent: null,
  city: null,
  region: null,
  country: null,
  ipAddress: null,
  ...part,
});

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';

describe('audit log', () => {
  it.each([
    [{ accessorEmail: 'grace@example.com', accessorName: 'Grace' }, 'grace@example.com'],
    [{ accessorEmail: 'anonymous' }, 'Anonymous Downloader'],
    [{ accessorName: 'Grace' }, 'Grace'],
    [{ accessorEmail: ' ', userAgent: chrome }, 'Chrome Browser'],
    [{}, 'Unknown Device'],
  ])('%j is shown as accessor %p [2.178, 2.179, 2.180, 2.181]', (part, expected) => {
    expect(accessorOf(entry(part))).toBe(expected);
  });

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile Safari', 'Mobile Device'],
    [chrome, 'Chrome Browser'],
    ['Mozilla/5.0 (X11; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox Browser'],
    ['Mozilla/5.0 (Macintosh) Version/17.0 Safari/605', 'Safari Browser'],
    ['curl/8.0', 'Unknown Browser'],
    ['', 'Unknown Device'],
  ])('%p is guessed as %p [2.182, 2.183, 2.184, 2.185, 2.186, 2.187]', (userAgent, expected) => {
    expect(browserOf(userAgent)).toBe(expected);
  });

  it('joins the known parts of the location [2.188]', () => {
    expect(locationOf(entry({ city: 'Bern', country: 'CH' }))).toBe('Bern, CH');
    expect(locationOf(entry({}))).toBe('-');
  });

  it('filters by text, event and status together [2.157, 2.158, 2.159]', () => {
    const entries = [
      entry({ id: 'a', ipAddress: '203.0.113.9' }),
      entry({ id: 'b', accessorEmail: 'Grace@Example.com' }),
      entry({ id: 'c', eventType: 'access_denied', eventStatus: 'denied' }),
    ];
    const ids = (filter: Partial<typeof noFilter>): string =>
      filterEntries(entries, { ...noFilter, ...filter })
        .map((item) => item.id)
        .join('');
    expect(ids({})).toBe('abc');
    expect(ids({ search: '203.0' })).toBe('a');
    expect(ids({ search: ' grace@EX ' })).toBe('b');
    expect(ids({ search: 'REPORT', event: 'access_denied' })).toBe('c');
    expect(ids({ status: 'denied' })).toBe('c');
    expect(ids({ search: 'grace', status: 'denied' })).toBe('');
  });

  it('shows the code of an unknown event', () => {
    expect(labelOf('share_created')).toBe('Share created');
    expect(labelOf('link_renewed')).toBe('link renewed');
  });
});
