import { jest } from '@jest/globals';
import {
  withIdentity,
  sdk,
  report,
  ada,
  auth,
  minute,
  hour,
  opened,
  refused,
  tooMany,
  away,
  answerSession,
  settle,
  openPage,
  signIn,
  confirmPassword,
  endSession,
  restoreSession,
  getSession,
  keepExpiredWhile,
} from '../test/identity-sdk.js';

withIdentity();

describe('an account that another tab has given up', () => {
  it('is explained if the user did not sign out', async () => {
    await openPage();
    report(null);
    expect(getSession()).toEqual({ status: 'visitor', wasEnded: true });
  });

  it('is not explained after a sign-out, which a sign-in makes forgotten', async () => {
    await openPage();
    await endSession();
    expect(getSession()).toEqual({ status: 'visitor', hasLeft: true });
    const left = localStorage.getItem('signed-out');
    await signIn();
    expect([left, localStorage.getItem('signed-out')]).toEqual(['1', null]);
  });
});

describe('a session that expires while a recipient is being served', () => {
  const revoked = { status: 401, body: { reason: 'revoked-session', message: 'No.' } };
  const kept = { status: 'user', user: { uid: 'u' }, hasExpired: true };
  let isServing = true;
  const expire = async (): Promise<void> => {
    await openPage();
    isServing = true;
    keepExpiredWhile(() => isServing);
    answerSession(refused);
    await restoreSession();
  };
  const giveUpInAnotherTab = async (): Promise<void> => {
    localStorage.setItem('signed-out', 'expired');
    await auth.signOut();
  };
  afterEach(() => keepExpiredWhile(() => false));

  it('keeps the page and the account, and continues with the sign-in of the user', async () => {
    await expire();
    expect(getSession()).toMatchObject(kept);
    expect(sdk.currentUser).toBe(ada);
    answerSession(opened);
    await confirmPassword('secret');
    expect(getSession()).toMatchObject({ status: 'user', user: { uid: 'u' } });
    expect(getSession()).not.toHaveProperty('hasExpired');
    expect(localStorage.getItem('signed-out')).toBeNull();
  });

  it('keeps the page when another tab gives the account up, and continues with a sign-in', async () => {
    await expire();
    await giveUpInAnotherTab();
    expect(getSession()).toMatchObject(kept);
    answerSession(opened);
    await confirmPassword('secret');
    expect(getSession()).not.toHaveProperty('hasExpired');
    expect(sdk.currentUser).toBe(ada);
  });

  it('keeps the page that learns of it from another tab', async () => {
    await openPage();
    keepExpiredWhile(() => true);
    await giveUpInAnotherTab();
    expect(getSession()).toMatchObject(kept);
  });

  it('ends the page after the last recipient', async () => {
    await expire();
    isServing = false;
    await restoreSession();
    expect(getSession()).toEqual({ status: 'visitor', wasEnded: true, hasExpired: true });
    expect(sdk.currentUser).toBeNull();
  });

  it('ends the page immediately when the session is ended elsewhere', async () => {
    await expire();
    answerSession(revoked);
    await restoreSession();
    expect(getSession()).toEqual({ status: 'visitor', wasEnded: true });
  });

  it('ends the page when the SDK gives up an account that was disabled or revoked', async () => {
    await expire();
    sdk.failing.add('token');
    await settle(hour);
    expect(getSession()).toEqual({ status: 'visitor', wasEnded: true });
  });

  it('ends the page when a call is refused as revoked, also after another tab gave the account up', async () => {
    await expire();
    await giveUpInAnotherTab();
    await restoreSession();
    expect(getSession()).toMatchObject(kept);
    await restoreSession(true);
    expect(getSession()).toEqual({ status: 'visitor', wasEnded: true });
  });

  it.each([
    ['the server answers no more calls of this address', tooMany, true],
    ['the network is lost', away, false],
  ])('does not count as signed in while %s', async (_what, answer, isOnline) => {
    await expire();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    answerSession(answer);
    await restoreSession();
    expect(getSession()).toMatchObject(kept);
    jest.restoreAllMocks();
    answerSession(opened);
    window.dispatchEvent(new Event('online'));
    await settle(minute);
    expect(getSession()).not.toHaveProperty('hasExpired');
  });

  it('ends the page immediately when the user has signed out in another tab', async () => {
    await openPage();
    keepExpiredWhile(() => true);
    localStorage.setItem('signed-out', '1');
    await auth.signOut();
    expect(getSession()).toEqual({ status: 'visitor', hasLeft: true });
  });
});
