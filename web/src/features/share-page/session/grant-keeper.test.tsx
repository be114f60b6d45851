import { createGrantKeeper } from './grant-keeper.js';
import { installFakeServer, openedShare } from '../test/fake-server.js';

const renew = 'POST /api/shares/s1/grant';
const access = 'POST /api/shares/s1/access';
const start = Date.parse('2026-01-01T00:00:00Z');
const minute = 60_000;
const iso = (ms: number): string => new Date(ms).toISOString();
const share = { shareId: 's1', grant: 'first', grantExpiresAt: iso(start + 10 * minute) };
const renewed = { grant: 'second', grantExpiresAt: iso(start + 19 * minute) };

describe('grants are renewed before they end', () => {
  it('uses the first one while it is fresh', async () => {
    const asked = installFakeServer({});
    const keeper = createGrantKeeper(share, 'p', () => start + 8 * minute);
    await expect(keeper()).resolves.toBe('first');
    expect(asked).toEqual([]);
  });

  it('asks once for callers at the same time', async () => {
    const asked = installFakeServer({ [renew]: { body: renewed } });
    const keeper = createGrantKeeper(share, 'p', () => start + 9.5 * minute);
    await expect(Promise.all([keeper(), keeper(), keeper()])).resolves.toEqual([
      'second',
      'second',
      'second',
    ]);
    expect(asked.map(({ route, body }) => [route, body])).toEqual([[renew, { grant: 'first' }]]);
  });

  it('opens the share again when the grant slept too long', async () => {
    const asked = installFakeServer({
      [renew]: { status: 401 },
      [access]: { body: { ...openedShare, grant: 'third' } },
    });
    const keeper = createGrantKeeper(share, 'p', () => start + 60 * minute);
    await expect(keeper()).resolves.toBe('third');
    expect(asked.map(({ route }) => route)).toEqual([renew, access]);
  });

  it('falls back to a grant that is still valid when the network is away', async () => {
    installFakeServer({ [renew]: 'offline' });
    const keeper = createGrantKeeper(share, 'p', () => start + 9.5 * minute);
    await expect(keeper()).resolves.toBe('first');
  });

  it('reports the failure when nothing valid is left', async () => {
    installFakeServer({
      [renew]: { status: 403 },
      [access]: { status: 403, body: { message: 'stopped' } },
    });
    const keeper = createGrantKeeper(share, 'p', () => start + 60 * minute);
    await expect(keeper()).rejects.toThrow('stopped');
  });
});
