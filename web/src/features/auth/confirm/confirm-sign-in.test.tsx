import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installFakeLocks } from '../../../../test/fake-locks.js';
import { renderApp, someUser, startApi, tidyUp } from '../../../../test/render-app.js';
import { askForRecentSignIn } from '../../../lib/account/confirm-sign-in.js';
import { setSession, type Identity } from '../../../lib/account/session.js';

afterEach(tidyUp);

const title = 'Confirm that it is you';
const findDialog = async (name = title) => within(await screen.findByRole('dialog', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** A page of a user, with a call that waits for a recent sign-in. */
const ask = async (identity: Partial<Identity> = {}): Promise<Promise<boolean>[]> => {
  startApi();
  renderApp('/help', someUser(), identity);
  await screen.findByRole('heading', { level: 1 });
  const outcomes: Promise<boolean>[] = [];
  act(() => {
    outcomes.push(askForRecentSignIn(), askForRecentSignIn());
  });
  return outcomes;
};

const enter = async (dialog: Awaited<ReturnType<typeof findDialog>>, password: string) => {
  await userEvent.clear(await dialog.findByLabelText('Password'));
  await userEvent.type(dialog.getByLabelText('Password'), password);
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
};

describe('the confirmation of the sign-in', () => {
  it('asks once for all waiting calls, and releases them after the right password', async () => {
    const confirmPassword = jest.fn<Identity['confirmPassword']>(() => Promise.resolve());
    const outcomes = await ask({ confirmPassword });
    await enter(await findDialog(), 'secret1');
    expect(await Promise.all(outcomes)).toEqual([true, true]);
    expect(confirmPassword.mock.calls).toEqual([['secret1']]);
    await closed();
  });

  it.each([
    ['auth/wrong-password', 'Incorrect password. Please try again.'],
    ['auth/too-many-requests', 'Too many attempts. Please wait a moment.'],
    ['auth/unknown', 'Failed to sign in. Please try again.'],
  ])('explains %s and accepts the next attempt', async (code, text) => {
    const confirmPassword = jest
      .fn<Identity['confirmPassword']>()
      .mockRejectedValueOnce(Object.assign(new Error('no'), { code }))
      .mockResolvedValue();
    const [outcome] = await ask({ confirmPassword });
    const dialog = await findDialog();
    await enter(dialog, 'wrong');
    expect(await dialog.findByText(text)).toBeDefined();
    await enter(dialog, 'secret1');
    expect(await outcome).toBe(true);
  });

  it('requires a password', async () => {
    const confirmPassword = jest.fn<Identity['confirmPassword']>(() => Promise.resolve());
    const [outcome] = await ask({ confirmPassword });
    const dialog = await findDialog();
    await userEvent.click(await dialog.findByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('Please fill in this field.')).toBeDefined();
    expect(confirmPassword).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(await outcome).toBe(false);
  });

  it('declines the calls when it is closed', async () => {
    const outcomes = await ask();
    await userEvent.click((await findDialog()).getByRole('button', { name: 'Close' }));
    expect(await Promise.all(outcomes)).toEqual([false, false]);
    await closed();
  });

  it('offers users without a password to sign out', async () => {
    const endSession = jest.fn<Identity['endSession']>(() => Promise.resolve());
    const [outcome] = await ask({ hasPassword: () => Promise.resolve(false), endSession });
    const dialog = await findDialog();
    expect(dialog.queryByLabelText('Password')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    expect(await outcome).toBe(false);
    expect(endSession).toHaveBeenCalledTimes(1);
  });

  it('asks before the sign-out ends what is being sent', async () => {
    const locks = installFakeLocks();
    await locks.holdElsewhere('tandem-send abc');
    const endSession = jest.fn<Identity['endSession']>(() => Promise.resolve());
    const [outcome] = await ask({ hasPassword: () => Promise.resolve(false), endSession });
    const dialog = await findDialog();
    const signOut = () => userEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    const answer = async (name: string) =>
      userEvent.click(await screen.findByRole('button', { name }));
    await signOut();
    await answer('Keep sending');
    expect(endSession).not.toHaveBeenCalled();
    await signOut();
    await answer('Log out and stop sending');
    expect(await outcome).toBe(false);
    await waitFor(() => expect(endSession).toHaveBeenCalledTimes(1));
    locks.remove();
  });

  it('says to users without a password that the sign-out failed', async () => {
    const endSession = () => Promise.reject(new Error('503: Service Unavailable'));
    const [outcome] = await ask({ hasPassword: () => Promise.resolve(false), endSession });
    await userEvent.click((await findDialog()).getByRole('button', { name: 'Sign out' }));
    expect(await outcome).toBe(false);
    expect(await screen.findByText('Logout Error')).toBeDefined();
    expect(screen.getByText('503: Service Unavailable')).toBeDefined();
  });

  it('lets users without a password cancel', async () => {
    const endSession = jest.fn<Identity['endSession']>(() => Promise.resolve());
    const [outcome] = await ask({ hasPassword: () => Promise.resolve(false), endSession });
    await userEvent.click((await findDialog()).getByRole('button', { name: 'Cancel' }));
    expect(await outcome).toBe(false);
    expect(endSession).not.toHaveBeenCalled();
  });
});

describe('a session that has expired while a recipient is being served', () => {
  const openPage = async (identity: Partial<Identity> = {}) => {
    startApi();
    const user = someUser();
    renderApp('/help', user, identity, { status: 'user', user, hasExpired: true });
    return within(await screen.findByRole('alert'));
  };
  const openDialog = async (identity: Partial<Identity> = {}) => {
    const banner = await openPage(identity);
    await userEvent.click(banner.getByRole('button', { name: 'Sign in again' }));
    return within(await screen.findByRole('dialog', { name: 'Sign in again' }));
  };
  const renew = () => setSession({ status: 'user', user: someUser() });

  it('is explained beside the page, which can still be used and left', async () => {
    const endSession = jest.fn<Identity['endSession']>(() => Promise.resolve());
    const banner = await openPage({ endSession });
    expect(banner.getByText(/Running transfers continue/)).toBeDefined();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(endSession).toHaveBeenCalledTimes(1));
  });

  it('asks for the password in place, when the user wants to', async () => {
    const confirmPassword = jest.fn<Identity['confirmPassword']>(() => {
      renew();
      return Promise.resolve();
    });
    const dialog = await openDialog({ confirmPassword });
    const field = dialog.getByLabelText('Password');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await closed();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
    await enter(await findDialog('Sign in again'), 'secret1');
    expect(confirmPassword.mock.calls).toEqual([['secret1']]);
    await closed();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('leads users without a password to the sign-in in another tab, and continues after it', async () => {
    const dialog = await openDialog({ hasPassword: () => Promise.resolve(false) });
    expect(dialog.queryByLabelText('Password')).toBeNull();
    const link = dialog.getByRole('link', { name: 'Open Sign-In' });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('href')).toMatch(/^\/login/);
    act(renew);
    await closed();
  });

  it('offers both where another tab has given the account up', async () => {
    const hasPassword = () => Promise.reject(new Error('No user is signed in.'));
    const dialog = await openDialog({ hasPassword });
    expect(dialog.getByLabelText('Password')).toBeDefined();
    expect(dialog.getByRole('link', { name: 'Open Sign-In' })).toBeDefined();
  });
});
