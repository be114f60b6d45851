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

describe('sessions of sockets', () => {
  it('are reported as ended after sign-out, revocation and deletion', async () => {
    const ids: string[] = [];
    const people = [];
    for (let count = 0; count < 4; count += 1) {
      const person = await emulator.signUp();
      const { cookie } = await open(person.idToken);
      const { sessionId } = await here.client.authenticate(byCookie(cookie));
      ids.push(sessionId);
      people.push({ ...person, cookie });
    }
    const [, signedOut, revokedUser, deleted] = people;
    await here.client.endSession(byCookie(signedOut?.cookie ?? ''));
    await here.as(revokedUser?.uid ?? '').revokeSessions({});
    await here.as(deleted?.uid ?? '').deleteUser({ uid: deleted?.uid ?? '' });
    expect(await elsewhere.signalling.findEndedSessions({ ids })).toEqual({
      ids: ids.slice(1),
    });
  });

  it('end with a revocation at the identity provider, as after a new password', async () => {
    const { uid, idToken } = await emulator.signUp();
    const { cookie } = await open(idToken);
    const { sessionId } = await here.client.authenticate(byCookie(cookie));
    await emulator.update(uid, { validSince: String(Math.floor(Date.now() / 1000) + 60) });
    await expect(elsewhere.client.authenticate(byCookie(cookie))).rejects.toMatchObject(revoked);
    expect(await here.signalling.findEndedSessions({ ids: [sessionId] })).toEqual({
      ids: [sessionId],
    });
  });

  it.each([
    ['an account that is disabled', () => ({ disableUser: true })],
    [
      'a password that was reset by e-mail',
      () => ({ validSince: String(Math.floor(Date.now() / 1000) + 60) }),
    ],
  ])('end at the second check forty seconds after %s, on every replica', async (_what, change) => {
    const findAccounts = here.provider.findAccounts.bind(here.provider);
    const { endAsRead } = here.sessionStore;
    const bystander = await emulator.signUp();
    const owner = await emulator.signUp();
    const bare = await emulator.signUp();
    const sessionOf = async ({ idToken }: { idToken: string }) => {
      const { cookie } = await open(idToken);
      return (await here.client.authenticate(byCookie(cookie))).sessionId;
    };
    const signIn = (await here.client.authenticate(byIdToken(bare.idToken))).sessionId;
    const ids = [await sessionOf(bystander), await sessionOf(owner), signIn];
    const ended = async () => (await here.signalling.findEndedSessions({ ids })).ids;
    const lookedUp = new Promise<void>((resolve) => {
      jest.spyOn(here.provider, 'findAccounts').mockImplementationOnce(async (uids) => {
        const accounts = await findAccounts(uids);
        resolve();
        return accounts;
      });
    });
    expect(await ended()).toEqual([]);
    await lookedUp;
    for (const { uid } of [owner, bare]) await emulator.update(uid, change());
    const recordEnds = new Promise<void>((resolve) => {
      jest.spyOn(here.sessionStore, 'endAsRead').mockImplementationOnce(async (...args) => {
        const isEnded = await endAsRead(...args);
        resolve();
        return isEnded;
      });
    });
    const outage = new Error('the identity provider is unavailable');
    jest.spyOn(elsewhere.provider, 'findAccounts').mockRejectedValueOnce(outage);
    await replicas.later(40_001, async () => {
      await ended();
      await recordEnds;
      const onlyRecords = { ids: ids.slice(0, 2) };
      expect((await elsewhere.signalling.findEndedSessions(onlyRecords)).ids).toEqual([ids[1]]);
      expect(await ended()).toEqual(ids.slice(1));
    });
    jest.restoreAllMocks();
    expect((await here.as(owner.uid).listSessions({})).sessions).toEqual([]);
    expect((await here.as(bystander.uid).listSessions({})).sessions).toHaveLength(1);
  });

  it('are not listed after a password was reset by e-mail', async () => {
    const { uid, idToken } = await emulator.signUp();
    await open(idToken);
    await emulator.update(uid, { validSince: String(Math.floor(Date.now() / 1000) + 60) });
    expect((await here.as(uid).listSessions({})).sessions).toEqual([]);
  });

  it('do not end with an outage of the identity provider', async () => {
    const { uid, idToken } = await emulator.signUp();
    const { cookie } = await open(idToken);
    const { sessionId } = await here.client.authenticate(byCookie(cookie));
    let askedFor: readonly string[] = [];
    const lookUp = jest.spyOn(here.provider, 'findAccounts').mockImplementation((uids) => {
      askedFor = uids;
      return Promise.reject(new Error('the identity provider is unavailable'));
    });
    const ended = () => here.signalling.findEndedSessions({ ids: [sessionId] });
    expect(await ended()).toEqual({ ids: [] });
    expect(await ended()).toEqual({ ids: [] });
    expect(askedFor).toEqual([uid]);
    expect(lookUp).toHaveBeenCalledTimes(1);
    lookUp.mockRestore();
  });

  it('end when an admin ends them, with every sign-in of the user', async () => {
    const { uid, idToken } = await emulator.signUp();
    const { cookie } = await open(idToken);
    const { sessionId } = await here.client.authenticate(byCookie(cookie));
    await expect(here.as('mallory').endSessionsOf({ uid })).rejects.toThrow('PERMISSION_DENIED');
    await here.admin.endSessionsOf({ uid });
    await expect(here.client.authenticate(byCookie(cookie))).rejects.toMatchObject(revoked);
    await expect(here.client.authenticate(byIdToken(idToken))).rejects.toMatchObject(revoked);
    expect(await here.signalling.findEndedSessions({ ids: [sessionId] })).toEqual({
      ids: [sessionId],
    });
    await expect(here.admin.endSessionsOf({ uid: 'unknown' })).rejects.toMatchObject({
      reason: 'user-not-found',
    });
  });

  it('of a client that uses only ID tokens end with its sign-in', async () => {
    const live = await emulator.signUp();
    const signedOut = await emulator.signUp();
    const ended = await emulator.signUp();
    const deleted = await emulator.signUp();
    const ids: string[] = [];
    for (const { idToken } of [live, signedOut, ended, deleted]) {
      ids.push((await here.client.authenticate(byIdToken(idToken))).sessionId);
    }
    expect(new Set(ids).size).toBe(4);
    expect(await elsewhere.signalling.findEndedSessions({ ids })).toEqual({ ids: [] });
    await here.client.endSession(byIdToken(signedOut.idToken));
    await here.admin.endSessionsOf({ uid: ended.uid });
    await here.as(deleted.uid).deleteUser({ uid: deleted.uid });
    expect(await elsewhere.signalling.findEndedSessions({ ids })).toEqual({ ids: ids.slice(1) });
    await expect(here.client.authenticate(byIdToken(signedOut.idToken))).rejects.toMatchObject(
      revoked,
    );
    await expect(open(signedOut.idToken)).rejects.toMatchObject(revoked);
    await replicas.later(91 * 24 * hourMs, async () => {
      expect(await here.signalling.findEndedSessions({ ids })).toEqual({ ids });
    });
  });

  it('of a sign-in that opens a session later end with the session', async () => {
    const { idToken } = await emulator.signUp();
    const { sessionId } = await here.client.authenticate(byIdToken(idToken));
    const { cookie } = await open(idToken);
    const ended = () => here.signalling.findEndedSessions({ ids: [sessionId] });
    expect(await ended()).toEqual({ ids: [] });
    await here.client.endSession(byCookie(cookie));
    expect(await ended()).toEqual({ ids: [sessionId] });
  });
});

describe('sessions of a deleted user', () => {
  const stored = (uid: string) =>
    replicas.connection.collection('sessions').countDocuments({ uid });

  it('are removed', async () => {
    const { uid, idToken } = await emulator.signUp();
    await open(idToken);
    await here.as(uid).deleteUser({ uid });
    expect(await stored(uid)).toBe(0);
  });

  it('are removed by the next sweep after a deletion that was interrupted', async () => {
    const { uid, idToken } = await emulator.signUp();
    await open(idToken);
    jest.spyOn(here.sessionStore, 'removeAll').mockRejectedValueOnce(new Error('interrupted'));
    await expect(here.as(uid).deleteUser({ uid })).rejects.toThrow();
    expect(await stored(uid)).toBe(1);
    await here.accounts.sweep();
    expect(await stored(uid)).toBe(0);
  });

  it('are removed with the tombstone if they were opened during the deletion', async () => {
    const { uid, idToken } = await emulator.signUp();
    const { insert } = here.sessionStore;
    jest.spyOn(here.sessionStore, 'insert').mockImplementationOnce(async (session) => {
      await here.as(uid).deleteUser({ uid });
      await insert(session);
    });
    await here.client.authenticate(byIdToken(idToken));
    await open(idToken);
    expect(await stored(uid)).toBe(1);
    await replicas.outbox.drained();
    await replicas.later(25 * hourMs, () => here.accounts.sweep());
    expect(await stored(uid)).toBe(0);
  });
});
