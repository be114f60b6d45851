import {
  withIdentity,
  sdk,
  refused,
  away,
  api,
  answerSession,
  openPage,
  endSession,
  leaveDeletedAccount,
  restoreSession,
  getSession,
} from '../test/identity-sdk.js';

withIdentity();

describe('a sign-out', () => {
  const noted = (): string | null => localStorage.getItem('signed-out');

  it('in another tab makes the page treat a 401 as a sign-out, not as an ended session', async () => {
    await openPage();
    localStorage.setItem('signed-out', '1');
    answerSession(refused);
    await restoreSession();
    expect(getSession()).toEqual({ status: 'visitor', hasLeft: true });
  });

  it('is known to other tabs while the server ends the session, and taken back if that fails', async () => {
    await openPage();
    const before: (string | null)[] = [];
    api.answer({
      'DELETE /api/session': () => {
        before.push(noted());
        return away;
      },
    });
    await expect(endSession()).rejects.toMatchObject({ failure: { status: 503 } });
    expect([before, noted()]).toEqual([['1'], null]);
    expect(getSession()).toMatchObject({ status: 'user' });
  });

  it('from a deleted account needs no answer of the server', async () => {
    await openPage();
    api.answer({ 'DELETE /api/session': away });
    await leaveDeletedAccount();
    expect(getSession()).toEqual({ status: 'visitor', hasLeft: true });
    expect([sdk.currentUser, noted()]).toEqual([null, '1']);
  });
});
