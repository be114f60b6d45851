import type { AuditLogEntry } from './api.js';
import {
  accessorOf,
  browserOf,
  filterEntries,
  joinDeliveries,
  labelOf,
  locationOf,
  noFilter,
  standingOf,
  type AuditFilter,
} from './entries.js';

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
  delivery: null,
  ...part,
});

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';

type Delivery = NonNullable<AuditLogEntry['delivery']>;
const delivery = (part: Partial<Delivery>): Delivery => ({
  deliveryId: 'd',
  standing: 'claimed',
  reportedBy: 'recipient',
  bytes: null,
  reason: null,
  ...part,
});

describe('the reports of a delivery', () => {
  const download = (id: string, part: Partial<Delivery>, more: Partial<AuditLogEntry> = {}) =>
    entry({ id, eventType: 'download_completed', delivery: delivery(part), ...more });
  const bySender = download('s', { standing: 'confirmed', reportedBy: 'sender', bytes: 5_000 });
  const byRecipient = download('r', {}, { accessorEmail: 'grace@example.com' });

  it('are one row with the accessor and the strongest standing', () => {
    for (const entries of [
      [bySender, byRecipient],
      [byRecipient, bySender],
    ]) {
      const rows = joinDeliveries([entry({ id: 'x' }), ...entries]);
      expect(rows.map(({ id }) => id)).toEqual(['x', 'r']);
      expect(rows[1]).toMatchObject({ accessorEmail: 'grace@example.com' });
      expect(rows.map(standingOf)).toEqual(['', 'Confirmed by both sides']);
    }
  });

  it('of another share or another delivery stay apart', () => {
    const others = [
      download('a', {}),
      download('b', {}, { shareId: 'other' }),
      download('c', { deliveryId: 'e' }),
      download('f', { deliveryId: null }),
      download('g', { deliveryId: null }),
    ];
    expect(joinDeliveries(others)).toHaveLength(5);
  });

  it('keep a failure only until the delivery is complete', () => {
    const partial = download(
      'p',
      { standing: 'partial', reportedBy: 'sender', bytes: 2_048 },
      { eventStatus: 'failure' },
    );
    expect(joinDeliveries([partial]).map(standingOf)).toEqual(['Interrupted after 2.00 KB']);
    expect(joinDeliveries([bySender, byRecipient, partial])).toMatchObject([
      { id: 'r', eventStatus: 'success' },
    ]);
  });

  it.each([
    [{ standing: 'claimed', reportedBy: 'recipient' }, 'Reported by the recipient only'],
    [{ standing: 'claimed', reportedBy: 'sender' }, 'Reported by your browser only'],
    [{ standing: 'refused', reportedBy: 'recipient' }, 'Stopped by the recipient’s browser'],
    [{ standing: 'refused', reportedBy: 'sender' }, 'Stopped by your browser'],
    [{ standing: 'failed' }, 'Not delivered'],
  ] as const)('%j are described as %p', (part, expected) => {
    expect(standingOf({ delivery: delivery(part) })).toBe(expected);
  });
});

describe('audit log', () => {
  it.each<[Partial<AuditLogEntry>, string, string]>([
    [{ accessorEmail: 'grace@example.com', accessorName: 'Grace' }, 'grace@example.com', '[2.178]'],
    [{ accessorEmail: 'anonymous', accessorName: 'Grace' }, 'Anonymous Downloader', '[2.179]'],
    [{ accessorName: 'Grace', userAgent: chrome }, 'Grace', '[2.180]'],
    [{ accessorEmail: ' ', accessorName: ' ', userAgent: chrome }, 'Chrome Browser', '[2.181]'],
    [{}, 'Unknown Device', '[2.181, 2.187]'],
  ])('%j is shown as accessor %p %s', (part, expected) => {
    expect(accessorOf(entry(part))).toBe(expected);
  });

  it.each<[string | null, string, string]>([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile Safari',
      'Mobile Device',
      '[2.182]',
    ],
    ['Mozilla/5.0 (Linux; Android 15; Tablet) Chrome/126.0', 'Mobile Device', '[2.182]'],
    [chrome, 'Chrome Browser', '[2.183]'],
    ['Mozilla/5.0 (X11; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox Browser', '[2.184]'],
    ['Mozilla/5.0 (Macintosh) Version/17.0 Safari/605', 'Safari Browser', '[2.185]'],
    ['curl/8.0', 'Unknown Browser', '[2.186]'],
    ['', 'Unknown Device', '[2.187]'],
    [null, 'Unknown Device', '[2.187]'],
  ])('%p is guessed as %p %s', (userAgent, expected) => {
    expect(browserOf(userAgent)).toBe(expected);
  });

  it('joins the known parts of the location [2.188]', () => {
    const place = { city: 'Bern', region: 'Canton of Bern', country: 'CH' };
    expect(locationOf(entry(place))).toBe('Bern, Canton of Bern, CH');
    expect(locationOf(entry({ city: 'Bern', country: 'CH' }))).toBe('Bern, CH');
    expect(locationOf(entry({}))).toBe('-');
  });

  const filterable = [
    entry({ id: 'a', ipAddress: '203.0.113.9', eventStatus: 'failure' }),
    entry({ id: 'b', filename: 'movie.mov', accessorEmail: 'Grace@Example.com' }),
    entry({ id: 'c', eventType: 'access_denied', eventStatus: 'denied' }),
  ];
  it.each<[Partial<AuditFilter>, string, string]>([
    [{}, 'abc', '[2.160, 2.165]'],
    [{ search: '203.0' }, 'a', '[2.159]'],
    [{ search: ' grace@EX ' }, 'b', '[2.158]'],
    [{ search: 'MOVIE' }, 'b', '[2.157]'],
    [{ search: 'REPORT', event: 'access_denied' }, 'c', '[2.157, 2.164]'],
    [{ status: 'denied' }, 'c', '[2.168]'],
    [{ search: 'grace', status: 'denied' }, '', '[2.158, 2.168]'],
  ])('the filter %j matches the entries "%s" %s', (filter, expected) => {
    const entries = filterEntries(filterable, { ...noFilter, ...filter });
    expect(entries.map(({ id }) => id).join('')).toBe(expected);
  });

  it('shows the code of an unknown event', () => {
    expect(labelOf('share_created')).toBe('Share created');
    expect(labelOf('link_renewed')).toBe('link renewed');
  });
});
