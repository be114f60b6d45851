import { jest } from '@jest/globals';
import { parseCookie } from '../src/session/session.js';
import { byCookie, byIdToken, noBrowser, startReplicas, type Replicas } from './replicas.js';

let replicas: Replicas;
let here: Replicas['here'];
let elsewhere: Replicas['elsewhere'];
let emulator: Replicas['emulator'];

beforeAll(async () => {
  replicas = await startReplicas();
  ({ here, elsewhere, emulator } = replicas);
});
afterAll(() => replicas.stop());
afterEach(() => jest.restoreAllMocks());

const hourMs = 3_600_000;
const revoked = { code: 'unauthenticated', reason: 'revoked-session' };
const expired = { code: 'unauthenticated', reason: 'expired-session' };

const open = (idToken: string, browser: Partial<typeof noBrowser> = {}) =>
  here.client.createSession({ ...noBrowser, ...browser, idToken });

/** Tokens name the second of their sign-in, so another sign-in has to be in another second. */
const signInAgain = async (email: string, previousIdToken: string): Promise<string> => {
  const authTimeOf = (token: string) =>
    (
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
        auth_time: number;
      }
    ).auth_time;
  for (;;) {
    const idToken = await emulator.signIn(email);
    if (authTimeOf(idToken) !== authTimeOf(previousIdToken)) return idToken;
  }
};

describe('an answer about a credential', () => {
  it('may be used for ten seconds after its check, not after it was asked for', async () => {
    const { idToken } = await emulator.signUp();
    const { cookie } = await here.client.createSession({ ...noBrowser, idToken });
    const ask = async () => (await here.client.authenticate(byCookie(cookie))).freshForMs;
    const first = await ask();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(10_000);
    const later = await replicas.later(4_000, ask);
    expect(later).toBeLessThanOrEqual(first - 4_000);
    expect(await replicas.later(first + 1, ask)).toBeGreaterThan(later);
  });
});

describe('signing out', () => {
  it('refuses a copied cookie and the tokens of the sign-in, on other replicas within ten seconds', async () => {
    const { idToken } = await emulator.signUp();
    const { cookie } = await open(idToken);
    await elsewhere.client.authenticate(byCookie(cookie));
    await here.client.endSession(byCookie(cookie));
    for (const credential of [byCookie(cookie), byIdToken(idToken)]) {
      await expect(here.client.authenticate(credential)).rejects.toMatchObject(revoked);
    }
    await expect(open(idToken)).rejects.toMatchObject(revoked);
    await expect(open(idToken, { sessionCookie: cookie })).rejects.toMatchObject(revoked);
    await replicas.later(10_001, () =>
      expect(elsewhere.client.authenticate(byCookie(cookie))).rejects.toMatchObject(revoked),
    );
  });

  it('ends earlier cookies of the session as well', async () => {
    const { idToken } = await emulator.signUp();
    const first = await open(idToken);
    const second = await open(idToken, { sessionCookie: first.cookie });
    await here.client.endSession(byCookie(second.cookie));
    await expect(here.client.authenticate(byCookie(first.cookie))).rejects.toMatchObject(revoked);
  });

  it('ends the session of an ID token', async () => {
    const { idToken } = await emulator.signUp();
    const { cookie } = await open(idToken);
    await here.client.endSession(byIdToken(idToken));
    await expect(here.client.authenticate(byCookie(cookie))).rejects.toMatchObject(revoked);
  });

  it('accepts an expired cookie, and does nothing for an unknown one', async () => {
    const { idToken } = await emulator.signUp();
    const { cookie } = await open(idToken);
    await replicas.later(7 * 24 * hourMs, () => here.client.endSession(byCookie(cookie)));
    await expect(here.client.authenticate(byCookie(cookie))).rejects.toMatchObject(revoked);
    await here.client.endSession(byCookie('never-seen'));
  });

  it('leaves other sessions and the next sign-in alone', async () => {
    const { uid, email, idToken } = await emulator.signUp();
    const { cookie } = await open(idToken);
    const otherToken = await signInAgain(email, idToken);
    const other = await open(otherToken);
    await here.client.endSession(byCookie(cookie));
    expect(await here.client.authenticate(byCookie(other.cookie))).toMatchObject({ user: { uid } });
    const again = await open(await signInAgain(email, otherToken), { sessionCookie: cookie });
    expect(await here.client.authenticate(byCookie(again.cookie))).toMatchObject({ user: { uid } });
  });

  it('keeps a bounded number of ended sessions, and refuses the tokens of those it has removed', async () => {
    const { uid, email, idToken } = await emulator.signUp();
    const first = await open(idToken);
    await here.client.endSession(byCookie(first.cookie));
    const laterToken = await signInAgain(email, idToken);
    const kept = await open(laterToken);
    for (let count = 0; count < 11; count += 1) {
      const opened = await Promise.all(Array.from({ length: 10 }, () => open(laterToken)));
      await Promise.all(opened.map(({ cookie }) => here.client.endSession(byCookie(cookie))));
    }
    const rows = replicas.connection.collection('sessions');
    // One is live, and ten have ended since another was opened.
    expect(await rows.countDocuments({ uid })).toBe(111);
    for (const credential of [byCookie(first.cookie), byIdToken(idToken)])
      await expect(here.client.authenticate(credential)).rejects.toMatchObject(revoked);
    await expect(open(idToken)).rejects.toMatchObject(revoked);
    for (const credential of [byCookie(kept.cookie), byIdToken(laterToken)])
      expect(await here.client.authenticate(credential)).toMatchObject({ user: { uid } });
    await here.client.endSession(byCookie(kept.cookie));
    await expect(here.client.authenticate(byIdToken(laterToken))).rejects.toMatchObject(revoked);
  });

  it('refuses a cookie whose secret is of another user, unknown or missing', async () => {
    const [alice, mallory] = [await emulator.signUp(), await emulator.signUp()];
    const { cookie } = await open(alice.idToken);
    const other = await open(mallory.idToken);
    const parts = parseCookie(cookie);
    const stolen = `${parseCookie(other.cookie)?.secret ?? ''}.${parts?.token ?? ''}`;
    const invalid = { reason: 'invalid-token' };
    await expect(here.client.authenticate(byCookie(stolen))).rejects.toMatchObject(invalid);
    const bare = byCookie(parts?.token ?? '');
    await expect(here.client.authenticate(bare)).rejects.toMatchObject(invalid);
    const unknown = byCookie(`${'x'.repeat(22)}.${parts?.token ?? ''}`);
    await expect(here.client.authenticate(unknown)).rejects.toMatchObject(revoked);
  });
});

describe('the list of sessions', () => {
  it('has no session whose cookie the identity provider did not issue', async () => {
    const { uid, idToken } = await emulator.signUp();
    const outage = new Error('the identity provider is unavailable');
    jest.spyOn(here.provider, 'createSessionCookie').mockRejectedValueOnce(outage);
    await expect(open(idToken)).rejects.toThrow();
    expect(await here.as(uid).listSessions({})).toEqual({ sessions: [] });
  });

  const firefox = {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    ipAddress: '192.0.2.7',
  };

  it('contains device and network but neither user agent nor address', async () => {
    const { uid, idToken } = await emulator.signUp();
    const { cookie } = await open(idToken, firefox);
    const { sessionId, signedInAt } = await here.client.authenticate(byCookie(cookie));
    const { sessions } = await elsewhere.as(uid).listSessions({});
    expect(sessions).toMatchObject([{ id: sessionId, device: 'Firefox on Linux' }]);
    expect(sessions[0]?.createdAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(signedInAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    const row = await replicas.connection.collection('sessions').findOne({ uid });
    expect(JSON.stringify(row)).not.toMatch(/192\.0\.2|Mozilla/);
    expect(JSON.stringify(row)).not.toContain(parseCookie(cookie)?.secret);
  });

  it('has one session for a browser that renews its cookie', async () => {
    const { uid, idToken } = await emulator.signUp();
    const { cookie } = await open(idToken);
    await open(idToken, { sessionCookie: cookie, ...firefox });
    const { sessions } = await here.as(uid).listSessions({});
    expect(sessions).toMatchObject([{ device: 'Firefox on Linux' }]);
  });

  it('does not continue the session of another user', async () => {
    const [alice, bob] = [await emulator.signUp(), await emulator.signUp()];
    const { cookie } = await open(alice.idToken);
    const session = await open(bob.idToken, { sessionCookie: cookie });
    expect(await here.client.authenticate(byCookie(session.cookie))).toMatchObject({
      user: { uid: bob.uid },
    });
    expect((await here.as(alice.uid).listSessions({})).sessions).toHaveLength(1);
  });

  it('keeps a session that continues with a new password while the list is read', async () => {
    const { uid, email, idToken } = await emulator.signUp();
    const { cookie } = await open(idToken);
    const { signedInAt } = await here.client.authenticate(byCookie(cookie));
    const validSince = Math.floor((signedInAt?.getTime() ?? 0) / 1000) + 1;
    await emulator.update(uid, { validSince: String(validSince) });
    let continued = '';
    const { listOpen } = here.sessionStore;
    jest.spyOn(here.sessionStore, 'listOpen').mockImplementationOnce(async (of) => {
      const read = await listOpen(of);
      const newToken = await signInAgain(email, idToken);
      ({ cookie: continued } = await open(newToken, { sessionCookie: cookie }));
      return read;
    });
    const { sessions } = await here.as(uid).listSessions({});
    expect(sessions).toHaveLength(1);
    expect(await elsewhere.client.authenticate(byCookie(continued))).toMatchObject({
      user: { uid },
      sessionId: sessions[0]?.id,
    });
  });

  it('ends one session, of the user only', async () => {
    const { uid, email, idToken } = await emulator.signUp();
    const mallory = await emulator.signUp();
    const { cookie } = await open(idToken);
    const other = await open(await signInAgain(email, idToken));
    const { sessionId } = await here.client.authenticate(byCookie(other.cookie));
    const gone = { code: 'not-found', reason: 'session-not-found' };
    const byMallory = here.as(mallory.uid).endUserSession({ sessionId });
    await expect(byMallory).rejects.toMatchObject(gone);
    await here.as(uid).endUserSession({ sessionId });
    await expect(here.client.authenticate(byCookie(other.cookie))).rejects.toMatchObject(revoked);
    expect(await here.client.authenticate(byCookie(cookie))).toMatchObject({ user: { uid } });
    await expect(here.as(uid).endUserSession({ sessionId })).rejects.toMatchObject(gone);
  });

  it('ends all others, with the sign-ins that never opened a session', async () => {
    const { uid, email, idToken } = await emulator.signUp();
    const { cookie } = await open(idToken);
    const otherToken = await signInAgain(email, idToken);
    const other = await open(otherToken);
    const bareToken = await signInAgain(email, otherToken);
    const { sessionId } = await here.client.authenticate(byCookie(cookie));
    await here.as(uid, sessionId).endOtherSessions({});
    for (const credential of [
      byCookie(other.cookie),
      byIdToken(otherToken),
      byIdToken(bareToken),
    ]) {
      await expect(here.client.authenticate(credential)).rejects.toMatchObject(revoked);
    }
    expect(await here.client.authenticate(byIdToken(idToken))).toMatchObject({
      user: { uid },
      sessionId,
    });
    expect((await here.as(uid).listSessions({})).sessions).toHaveLength(1);
  });

  it.each(['all others', 'this one'])(
    'does not last when the user ends %s while it is being opened',
    async (ended) => {
      const { uid, email, idToken } = await emulator.signUp();
      const own = await open(idToken);
      const { sessionId } = await here.client.authenticate(byCookie(own.cookie));
      const otherToken = await signInAgain(email, idToken);
      const first = ended === 'this one' ? await open(otherToken) : undefined;
      const insert = here.sessionStore.insert.bind(here.sessionStore);
      jest.spyOn(here.sessionStore, 'insert').mockImplementationOnce(async (session) => {
        if (first) await elsewhere.client.endSession(byCookie(first.cookie));
        else await elsewhere.as(uid, sessionId).endOtherSessions({});
        await insert(session);
      });
      await expect(open(otherToken)).rejects.toMatchObject(revoked);
      expect((await here.as(uid).listSessions({})).sessions).toMatchObject([{ id: sessionId }]);
    },
  );

  it.each(['all others', 'this one'])(
    'does not last when the user ends %s while two of its sign-in are being opened',
    async (ended) => {
      const { uid, email, idToken } = await emulator.signUp();
      const own = await open(idToken);
      const { sessionId } = await here.client.authenticate(byCookie(own.cookie));
      const otherToken = await signInAgain(email, idToken);
      const first = await open(otherToken);
      const insert = here.sessionStore.insert.bind(here.sessionStore);
      const end = () =>
        ended === 'this one'
          ? elsewhere.client.endSession(byCookie(first.cookie))
          : elsewhere.as(uid, sessionId).endOtherSessions({});
      const begun: Parameters<typeof insert>[0][] = [];
      let insertBoth = (_inserted: Promise<unknown>): void => undefined;
      const inserted = new Promise((resolve) => (insertBoth = resolve));
      jest.spyOn(here.sessionStore, 'insert').mockImplementation(async (session) => {
        begun.push(session);
        if (begun.length === 2) insertBoth(end().then(() => Promise.all(begun.map(insert))));
        await inserted;
      });
      const opened = await Promise.allSettled([open(otherToken), open(otherToken)]);
      expect(opened).toMatchObject([{ reason: revoked }, { reason: revoked }]);
      await expect(here.client.authenticate(byIdToken(otherToken))).rejects.toMatchObject(revoked);
      expect((await here.as(uid).listSessions({})).sessions).toMatchObject([{ id: sessionId }]);
    },
  );

  it.each([
    ['insert', 'without a session'],
    ['end', 'with a session'],
  ] as const)(
    'does not last when it is opened while its sign-in is signed out: %s, %s',
    async (step, others) => {
      const { uid, idToken } = await emulator.signUp();
      await elsewhere.client.authenticate(byIdToken(idToken));
      if (others === 'with a session') await open(idToken);
      const original = elsewhere.sessionStore[step].bind(elsewhere.sessionStore) as (
        ...args: unknown[]
      ) => Promise<unknown>;
      jest.spyOn(elsewhere.sessionStore, step).mockImplementationOnce((async (
        ...args: unknown[]
      ) => {
        await open(idToken);
        return original(...args);
      }) as never);
      await elsewhere.client.endSession(byIdToken(idToken));
      expect((await here.as(uid).listSessions({})).sessions).toEqual([]);
      await expect(elsewhere.client.authenticate(byIdToken(idToken))).rejects.toMatchObject(
        revoked,
      );
    },
  );

  it('can be opened again after the database has failed during the first attempt', async () => {
    const { idToken } = await emulator.signUp();
    const list = jest.spyOn(here.sessionStore, 'listOfSignIn');
    const insert = here.sessionStore.insert.bind(here.sessionStore);
    jest.spyOn(here.sessionStore, 'insert').mockImplementationOnce(async (session) => {
      await insert(session);
      list.mockRejectedValueOnce(new Error('connection lost'));
    });
    await expect(open(idToken)).rejects.toThrow('INTERNAL');
    expect(await open(idToken)).toHaveProperty('cookie');
  });

  it('that was never confirmed keeps no sign-in alive', async () => {
    const { idToken } = await emulator.signUp();
    const { sessionId } = await here.client.authenticate(byIdToken(idToken));
    // The process ends before it confirms the session.
    jest.spyOn(here.sessionStore, 'confirm').mockRejectedValueOnce(new Error('killed'));
    await expect(open(idToken)).rejects.toThrow('INTERNAL');
    const ended = async () => (await here.signalling.findEndedSessions({ ids: [sessionId] })).ids;
    expect(await ended()).toEqual([]);
    const { cookie } = await open(idToken);
    await here.client.endSession(byCookie(cookie));
    expect(await ended()).toEqual([sessionId]);
  });

  it('ends no other session for a credential without one, because its own sign-in would end too', async () => {
    const { uid } = await emulator.signUp();
    await expect(here.as(uid, '').endOtherSessions({})).rejects.toMatchObject({
      reason: 'no-session',
    });
  });

  it('is bounded: the session that was unused the longest ends', async () => {
    const { uid, idToken } = await emulator.signUp();
    const { cookie } = await open(idToken);
    await replicas.later(60_000, async () => {
      for (let count = 0; count < 50; count += 1) await open(idToken);
    });
    expect((await here.as(uid).listSessions({})).sessions).toHaveLength(50);
    await expect(here.client.authenticate(byCookie(cookie))).rejects.toMatchObject(revoked);
  });
});

describe('the policy', () => {
  it('expires a session and its sign-in that were not used for five days', async () => {
    const { uid, idToken } = await emulator.signUp();
    const { cookie } = await open(idToken);
    const { sessionId } = await here.client.authenticate(byCookie(cookie));
    await replicas.later(119 * hourMs, async () => {
      expect((await here.as(uid).listSessions({})).sessions).toHaveLength(1);
    });
    await replicas.later(121 * hourMs, async () => {
      expect((await here.as(uid).listSessions({})).sessions).toEqual([]);
      expect(await here.signalling.findEndedSessions({ ids: [sessionId] })).toEqual({
        ids: [sessionId],
      });
      await expect(here.client.authenticate(byIdToken(idToken))).rejects.toMatchObject(expired);
    });
  });

  it('reports a sign-in as revoked, not as expired, when both has happened', async () => {
    const { uid, email, idToken } = await emulator.signUp();
    await open(idToken);
    const { cookie } = await open(await signInAgain(email, idToken));
    const answer = () => here.client.authenticate(byIdToken(idToken));
    const { sessionId } = await replicas.later(100 * hourMs, () =>
      here.client.authenticate(byCookie(cookie)),
    );
    await replicas.later(121 * hourMs, async () => {
      await expect(answer()).rejects.toMatchObject(expired);
      await here.as(uid, sessionId).endOtherSessions({});
      await expect(answer()).rejects.toMatchObject(revoked);
    });
    await replicas.later(90 * 24 * hourMs + 1, async () => {
      await expect(answer()).rejects.toMatchObject(revoked);
    });
  });

  it('reports the session that signed out all others as expired, not as revoked', async () => {
    const { uid, idToken } = await emulator.signUp();
    const { cookie } = await open(idToken);
    const { sessionId } = await here.client.authenticate(byCookie(cookie));
    await here.as(uid, sessionId).endOtherSessions({});
    for (const ms of [121 * hourMs, 90 * 24 * hourMs + 1]) {
      const answer = replicas.later(ms, () => here.client.authenticate(byIdToken(idToken)));
      await expect(answer).rejects.toMatchObject(expired);
    }
  });

  it('keeps a session alive that is used', async () => {
    const { uid, idToken } = await emulator.signUp();
    const { cookie } = await open(idToken);
    await replicas.later(100 * hourMs, () => here.client.authenticate(byCookie(cookie)));
    await replicas.later(121 * hourMs, async () => {
      expect((await here.as(uid).listSessions({})).sessions).toHaveLength(1);
    });
  });

  it('removes the records of sign-ins that have expired', async () => {
    const { uid, idToken } = await emulator.signUp();
    await open(idToken);
    const count = () => replicas.connection.collection('sessions').countDocuments({ uid });
    await replicas.later(90 * 24 * hourMs, () => here.accounts.sweep());
    expect(await count()).toBe(1);
    await replicas.later(92 * 24 * hourMs, async () => {
      await here.accounts.sweep();
      expect(await count()).toBe(0);
      await expect(here.client.authenticate(byIdToken(idToken))).rejects.toMatchObject(expired);
    });
  });
});
