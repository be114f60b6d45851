import { SignInCancelled } from '../second-factor/code-question.js';
import {
  withIdentity,
  sdk,
  changePassword,
  checkSession,
  PasswordChangedOnly,
  opened,
  away,
  answerSession,
  openings,
  settle,
  openPage,
  restoreSession,
  getSession,
} from '../test/identity-sdk.js';

withIdentity();

describe('changing the password', () => {
  it.each(['reauthenticate', 'update'])('fails with %s', async (step) => {
    await openPage();
    sdk.failing.add(step);
    await expect(changePassword('old', 'new')).rejects.toBeInstanceOf(SignInCancelled);
  });

  it('reports PasswordChangedOnly when only the new sign-in fails', async () => {
    await openPage();
    sdk.failing.add('sign-in');
    await expect(changePassword('old', 'new')).rejects.toBeInstanceOf(PasswordChangedOnly);
  });

  it('continues while it waits for the code of the new sign-in, although calls are refused', async () => {
    await openPage();
    let enterCode = (): void => undefined;
    sdk.code = new Promise((resolve) => (enterCode = resolve));
    const changing = changePassword('old', 'new');
    await settle();
    answerSession({ status: 401, body: { reason: 'revoked-session', message: 'No.' } });
    await checkSession();
    await settle();
    expect(getSession()).toMatchObject({ status: 'user' });
    answerSession(opened);
    const before = openings();
    enterCode();
    await changing;
    expect(openings()).toBe(before + 1);
    expect(getSession()).toMatchObject({ status: 'user' });
  });

  it('follows a sign-out in another tab while it waits for the code', async () => {
    await openPage();
    let enterCode = (): void => undefined;
    sdk.code = new Promise((resolve) => (enterCode = resolve));
    const changing = changePassword('old', 'new').catch(() => undefined);
    await settle();
    localStorage.setItem('signed-out', '1');
    answerSession({ status: 401, body: { reason: 'revoked-session', message: 'No.' } });
    await restoreSession(true);
    await settle();
    expect(getSession()).toEqual({ status: 'visitor', hasLeft: true });
    enterCode();
    await changing;
  });

  it('succeeds although the server cannot open the session', async () => {
    await openPage();
    answerSession(away);
    const changing = changePassword('old', 'new');
    await settle(2_000);
    await changing;
    expect(getSession()).toMatchObject({ status: 'user' });
  });
});
