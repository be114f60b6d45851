import { createGrantKeeper } from './grant-keeper.js';
import { installFakeServer, openedShare } from '../test/fake-server.js';

const renew = 'POST /api/shares/s1/grant';
const access = 'POST /api/shares/s1/access';
const start = Date.parse('2026-01-01T00:00:00Z');
const minute = 60_000;
const iso = (ms: number): string => new Date(ms).toISOString();
const share = { shareId: 's1', grant: 'first', grantExpiresAt: iso(start + 10 * minute) };
const renewed = { grant: 'second', grantExpiresAt: iso(start + 19 * minute) };

describe('grant keeper', () => {
  it('returns the first grant while it is fresh', async () => {
    const asked = installFakeServer({});
    const keeper = createGrantKeeper(share, 'p', () => start + 8 * minute);
    await expect(keeper()).resolves.toBe('first');
    expect(asked).toEqual([]);
  });

  it('sends one request for concurrent callers', async () => {
    const asked = installFakeServer({ [renew]: { body: renewed } });
    const keeper = createGrantKeeper(share, 'p', () => start + 9.5 * minute);
    await expect(Promise.all([keeper(), keeper(), keeper()])).resolves.toEqual([
      'second',
      'second',
      'second',
    ]);
    expect(asked.map(({ route, body }) => [route, body])).toEqual([[renew, { grant: 'first' }]]);
  });

  it('opens the share again with an expired grant', async () => {
    const asked = installFakeServer({
      [renew]: { status: 401 },
      [access]: { body: { ...openedShare, grant: 'third' } },
    });
    const keeper = createGrantKeeper(share, 'p', () => start + 60 * minute);
    await expect(keeper()).resolves.toBe('third');
    expect(asked.map(({ route }) => route)).toEqual([renew, access]);
  });

  it('returns the current grant while it is valid if the renewal fails', async () => {
    installFakeServer({ [renew]: 'offline' });
    const keeper = createGrantKeeper(share, 'p', () => start + 9.5 * minute);
    await expect(keeper()).resolves.toBe('first');
  });

  it('opens the share again after a grant was refused, however fresh it is', async () => {
    const asked = installFakeServer({
      [renew]: { status: 403 },
      [access]: {
        body: { ...openedShare, grant: 'third', grantExpiresAt: renewed.grantExpiresAt },
      },
    });
    const keeper = createGrantKeeper(share, 'p', () => start + minute);
    keeper.drop();
    await expect(keeper()).resolves.toBe('third');
    await expect(keeper()).resolves.toBe('third');
    expect(asked.map(({ route }) => route)).toEqual([renew, access]);
  });

  it('rejects if the grant expired and the renewal fails', async () => {
    installFakeServer({
      [renew]: { status: 403 },
      [access]: { status: 403, body: { message: 'stopped' } },
    });
    const keeper = createGrantKeeper(share, 'p', () => start + 60 * minute);
    await expect(keeper()).rejects.toThrow('stopped');
  });
});
