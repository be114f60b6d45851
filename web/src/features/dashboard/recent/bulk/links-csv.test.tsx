import type { FileShare } from '../../api.js';
import { linksAsCsv } from './links-csv.js';

const share = (label: string, filename: string): FileShare =>
  ({ label, filename, expiresAt: '2026-12-01T10:00:00.000Z' }) as FileShare;

describe('links as CSV', () => {
  it('quotes every field', () => {
    const rows = [{ share: share('', 'a "b", c.txt'), link: 'https://x.example/share/1#k' }];
    expect(linksAsCsv(['Name', 'File', 'Link', 'Expires'], rows)).toBe(
      '"Name","File","Link","Expires"\r\n' +
        '"","a ""b"", c.txt","https://x.example/share/1#k","2026-12-01T10:00:00.000Z"',
    );
  });

  it.each(['=1+1', '+1', '-1', '@cmd', '\t=1', ' =1', '\n=1', '\n1', '＝1', '　＠cmd'])(
    'makes no formula of %j',
    (name) => {
      const csv = linksAsCsv([], [{ share: share(name, name), link: '' }]);
      expect(csv).toContain(`"'${name}","'${name}"`);
    },
  );
});
