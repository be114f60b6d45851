import type { AuditLogEntry } from './api.js';
import { accessorOf, browserOf, labelOf, locationOf } from './entries.js';
import { filterEntries, noFilter, type AuditFilter } from './filter.js';
import { entry } from './test/entry.js';

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';

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
    entry({ id: 'd', filename: 'Résumé.pdf'.normalize('NFD') }),
  ];
  it.each<[Partial<AuditFilter>, string, string]>([
    [{}, 'abcd', '[2.160, 2.165]'],
    [{ search: '203.0' }, 'a', '[2.159]'],
    [{ search: ' grace@EX ' }, 'b', '[2.158]'],
    [{ search: 'MOVIE' }, 'b', '[2.157]'],
    [{ search: 'résumé' }, 'd', '[2.157]'],
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
