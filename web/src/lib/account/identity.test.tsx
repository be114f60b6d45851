import { jest } from '@jest/globals';
import { setCurrentLanguage } from '../language/language.js';
import {
  auth,
  withIdentity,
  sdk,
  report,
  ada,
  minute,
  hour,
  opened,
  refused,
  tooMany,
  away,
  answerSession,
  openings,
  settle,
  show,
  openPage,
  signIn,
  followAccount,
  restoreSession,
  getSession,
} from './test/identity-sdk.js';

withIdentity();

describe('the identity provider', () => {
  it('writes its e-mails in the language of the page', async () => {
    setCurrentLanguage('de');
    await openPage();
    expect(auth.languageCode).toBe('de');
    setCurrentLanguage('en');
  });
});

describe('the session of an open page', () => {
  it.each(['visible', 'hidden'] as const)(
    'is renewed in a %s tab every hour',
    async (visibility) => {
      await openPage();
      show(visibility);
      const before = openings();
      await settle(12 * hour);
      expect(openings() - before).toBeGreaterThanOrEqual(12);
      expect(openings() - before).toBeLessThanOrEqual(24);
      expect(getSession()).toMatchObject({ status: 'user' });
    },
  );

  it('is renewed when the tab is shown after the device has slept', async () => {
    await openPage();
    const before = openings();
    jest.setSystemTime(Date.now() + 2 * hour);
    show('visible');
    await settle();
    expect(openings()).toBe(before + 1);
    show('visible');
    await settle();
    expect(openings()).toBe(before + 1);
  });

  it('continues while the server is unreachable, and is renewed soon after', async () => {
    await openPage();
    answerSession(away);
    await settle(3 * hour);
    expect(getSession()).toMatchObject({ status: 'user' });
    answerSession(opened);
    const before = openings();
    await settle(2 * minute);
    expect(openings()).toBeGreaterThan(before);
  });

  it('ends with the explanation when the server refuses the renewal', async () => {
    await openPage();
    answerSession(refused);
    await settle(hour);
    expect(getSession()).toEqual({ status: 'visitor', wasEnded: true, hasExpired: true });
  });

  it('is not opened again after a sign-out in another tab', async () => {
    await openPage();
    answerSession(away);
    await settle(31 * minute);
    localStorage.setItem('signed-out', '1');
    report(null);
    answerSession(opened);
    const before = openings();
    await settle(2 * hour);
    expect(openings()).toBe(before);
    expect(getSession()).toEqual({ status: 'visitor', hasLeft: true });
  });
});

describe('a page that starts', () => {
  it('is not signed in while the server is away', async () => {
    answerSession(away);
    await expect(openPage()).rejects.toMatchObject({ failure: { status: 503 } });
    expect(getSession()).toEqual({ status: 'loading' });
    expect(sdk.currentUser).toBe(ada);
    answerSession(opened);
    await restoreSession();
    expect(getSession()).toMatchObject({ status: 'user' });
  });

  it('continues with its cookie while a neighbour uses up the limit, and opens the session soon', async () => {
    answerSession(tooMany);
    await openPage();
    expect(getSession()).toMatchObject({ status: 'user', user: { uid: 'u' } });
    await settle(500);
    answerSession(opened);
    const before = openings();
    await settle(minute);
    expect(openings()).toBe(before + 1);
  });
});

describe('a page without a network', () => {
  it('is signed in, and opens the session when the network returns', async () => {
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    answerSession(away);
    await openPage();
    expect(getSession()).toMatchObject({ status: 'user', user: { uid: 'u' } });
    answerSession(opened);
    const before = openings();
    online.mockRestore();
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(openings()).toBe(before + 1);
  });
});

describe('a sign-in', () => {
  it('fails if the session cannot be opened, and leaves no account behind', async () => {
    await restoreSession();
    answerSession(away);
    const failing = expect(signIn()).rejects.toMatchObject({ failure: { status: 503 } });
    await settle(2_000);
    await failing;
    await settle(hour);
    expect(getSession()).toEqual({ status: 'visitor' });
    expect(sdk.currentUser).toBeNull();
  });

  it.each([
    ['a server that restarts', away],
    ['its turn behind an address that floods the server', tooMany],
  ])('waits for %s', async (_what, answer) => {
    await restoreSession();
    answerSession(answer);
    const signingIn = signIn();
    await settle(400);
    answerSession(opened);
    await settle(100);
    expect(await signingIn).toMatchObject({ uid: 'u' });
    expect(getSession()).toMatchObject({ status: 'user' });
  });
});

describe('a page whose calls are refused because the cookie is of another account', () => {
  const grace = { ...ada, uid: 'g', email: 'grace@example.com' };

  it('becomes the page of that account if it could not before', async () => {
    await openPage();
    answerSession(away);
    report(grace);
    await settle(minute);
    expect(getSession()).toMatchObject({ status: 'user', user: { uid: 'u' } });
    answerSession(opened);
    await followAccount();
    expect(getSession()).toMatchObject({ status: 'user', user: { uid: 'g' } });
  });

  it('does not take the cookie back before its SDK has noticed the sign-in', async () => {
    await openPage();
    const before = openings();
    await followAccount();
    expect(openings()).toBe(before);
    expect(getSession()).toMatchObject({ status: 'user', user: { uid: 'u' } });
    report(grace);
    await settle();
    expect(getSession()).toMatchObject({ status: 'user', user: { uid: 'g' } });
  });
});
