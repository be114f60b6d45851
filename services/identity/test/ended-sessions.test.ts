import { jest } from '@jest/globals';
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

const open = (idToken: string) => here.client.createSession({ ...noBrowser, idToken });

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
