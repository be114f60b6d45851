import { noteServerTime } from '../../../lib/http/server-time.js';
import { installFakeServer, openedShare } from '../test/fake-server.js';
import { createGrantKeeper } from './grant-keeper.js';

const renew = 'POST /api/shares/s1/grant';
const access = 'POST /api/shares/s1/access';
const start = Date.parse('2026-01-01T00:00:00Z');
const minute = 60_000;
const iso = (ms: number): string => new Date(ms).toISOString();
const share = { shareId: 's1', grant: 'first', grantExpiresAt: iso(start + 10 * minute) };
const renewed = { grant: 'second', grantExpiresAt: iso(start + 19 * minute) };

/** The clock of this device is correct again. */
afterEach(() => noteServerTime(new Headers({ date: new Date().toUTCString() }), Date.now()));

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

  it('renews a grant that expires by the server’s clock, where that of the device is slow', async () => {
    const serverMs = Date.now() + 60 * minute;
    noteServerTime(new Headers({ date: new Date(serverMs).toUTCString() }), Date.now());
    installFakeServer({
      [renew]: { body: { grant: 'second', grantExpiresAt: iso(serverMs + 10 * minute) } },
    });
    const keeper = createGrantKeeper({ ...share, grantExpiresAt: iso(serverMs) }, 'p');
    await expect(keeper()).resolves.toBe('second');
  });

  it('renews a grant after its lifetime, also with a slow clock and an unknown time of the server', async () => {
    installFakeServer({ [renew]: { body: renewed } });
    let now = start - 60 * minute;
    const keeper = createGrantKeeper(share, 'p', () => now);
    await expect(keeper()).resolves.toBe('first');
    now += 9.5 * minute;
    await expect(keeper()).resolves.toBe('second');
  });

  it('renews a grant after its lifetime, also when the clock was set back', async () => {
    installFakeServer({ [renew]: { body: renewed } });
    let passed = 0;
    let setBy = 0;
    const keeper = createGrantKeeper(
      share,
      'p',
      () => start + passed + setBy,
      () => passed,
    );
    setBy = -60 * minute;
    passed = 8 * minute - 1;
    await expect(keeper()).resolves.toBe('first');
    passed = 8 * minute;
    await expect(keeper()).resolves.toBe('second');
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

  it('sends a refused password once until the user tries again', async () => {
    const routes: Parameters<typeof installFakeServer>[0] = {
      [renew]: { status: 403 },
      [access]: { status: 403, body: { message: 'changed' } },
    };
    const asked = installFakeServer(routes);
    const keeper = createGrantKeeper(share, 'p', () => start + 60 * minute);
    const guesses = () => asked.filter(({ route }) => route === access).length;
    for (let call = 0; call < 3; call += 1) await expect(keeper()).rejects.toThrow('changed');
    expect(guesses()).toBe(1);
    keeper.drop();
    routes[access] = { body: { ...openedShare, grant: 'third' } };
    await expect(keeper()).resolves.toBe('third');
    expect(guesses()).toBe(2);
  });

  it('rejects if the grant expired and the renewal fails', async () => {
    installFakeServer({
      [renew]: { status: 403 },
      [access]: { status: 403, body: { message: 'stopped' } },
    });
    const keeper = createGrantKeeper(share, 'p', () => start + 60 * minute);
    await expect(keeper()).rejects.toThrow('stopped');
  });

  describe('without the password', () => {
    it('renews a grant shortly before it expires, once for concurrent callers', async () => {
      const asked = installFakeServer({ [renew]: { body: renewed } });
      let now = start + 7 * minute;
      const keeper = createGrantKeeper(share, 'p', () => now);
      await expect(keeper.withoutPassword()).resolves.toBe('first');
      now = start + 9 * minute;
      const all = [keeper.withoutPassword(), keeper(), keeper.withoutPassword()];
      await expect(Promise.all(all)).resolves.toEqual(['second', 'second', 'second']);
      expect(asked.map(({ route }) => route)).toEqual([renew]);
    });

    it.each([401, 403])(
      'keeps the last grant after a refusal with %i, and asks once',
      async (status) => {
        const asked = installFakeServer({ [renew]: { status } });
        const keeper = createGrantKeeper(share, 'p', () => start + 9 * minute);
        for (let call = 0; call < 3; call += 1)
          await expect(keeper.withoutPassword()).resolves.toBe('first');
        expect(asked.map(({ route }) => route)).toEqual([renew]);
      },
    );

    it('renews after a failure that is no refusal', async () => {
      const routes: Parameters<typeof installFakeServer>[0] = { [renew]: 'offline' };
      installFakeServer(routes);
      const keeper = createGrantKeeper(share, 'p', () => start + 9 * minute);
      await expect(keeper.withoutPassword()).resolves.toBe('first');
      routes[renew] = { body: renewed };
      await expect(keeper.withoutPassword()).resolves.toBe('second');
    });
  });
});
