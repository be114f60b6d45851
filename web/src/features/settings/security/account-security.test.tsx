import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, someUser, startApi, tidyUp } from '../../../../test/render-app.js';
import { PasswordChangedOnly } from '../../../lib/account/passwords/password-changed.js';
import { SignInCancelled } from '../../../lib/account/second-factor/code-question.js';
import type { Identity } from '../../../lib/account/session.js';

afterEach(tidyUp);

const open = (part: Partial<Identity>) => {
  const api = startApi();
  api.answer({ 'DELETE /api/sessions': { body: { success: true } } });
  renderApp('/settings', someUser(), part);
  return api;
};

/** The texts that assistive technology reads with a field. */
const described = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? '')
    .join(' ');

describe('changing the password', () => {
  const change = async (
    changePassword: Identity['changePassword'],
    [current, next, confirm]: readonly [string, string, string],
  ) => {
    const api = open({ changePassword });
    const panel = within(await screen.findByRole('region', { name: 'Password' }));
    await userEvent.type(panel.getByLabelText('Current Password'), current);
    await userEvent.type(panel.getByLabelText('New Password'), next);
    await userEvent.type(panel.getByLabelText('Confirm New Password'), confirm);
    await userEvent.click(panel.getByRole('button', { name: 'Change Password' }));
    return { panel, ended: () => api.to('DELETE /api/sessions').length };
  };

  it('is offered after another attempt when it was not known whether the account has one', async () => {
    const hasPassword = jest
      .fn<Identity['hasPassword']>(() => Promise.resolve(true))
      .mockRejectedValueOnce(new Error('no network'));
    open({ hasPassword });
    const panel = within(await screen.findByRole('region', { name: 'Password' }));
    expect((await panel.findByRole('alert')).textContent).toBe(
      'How you sign in could not be loaded.',
    );
    await userEvent.click(panel.getByRole('button', { name: 'Try Again' }));
    expect(await panel.findByLabelText('Current Password')).toBeDefined();
  });

  it('needs the current one and signs out other browsers', async () => {
    const changePassword = jest.fn<Identity['changePassword']>(() => Promise.resolve());
    const typed = ['old one', 'correct horse', 'correct horse'] as const;
    const { ended } = await change(changePassword, typed);
    expect(await screen.findByText('Password Changed')).toBeDefined();
    expect(changePassword.mock.calls).toEqual([['old one', 'correct horse']]);
    expect(ended()).toBe(1);
  });

  it.each([
    [
      'another confirmation',
      ['old', 'correct horse', 'wrong horse'],
      'Confirm New Password',
      'Passwords do not match.',
    ],
    ['five characters', ['old', 'h0rse', 'h0rse'], 'New Password', 'at least 6 characters long'],
    [
      'the name of the user',
      ['old', 'Lovelace1', 'Lovelace1'],
      'New Password',
      'must not be your name',
    ],
    ['a common password', ['old', 'Password1', 'Password1'], 'New Password', 'too common'],
  ] as const)('refuses %s at the field', async (_what, typed, faulty, message) => {
    const changePassword = jest.fn<Identity['changePassword']>(() => Promise.resolve());
    const { panel, ended } = await change(changePassword, typed);
    const field = panel.getByLabelText(faulty);
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    await waitFor(() => expect(described(field)).toContain(message));
    expect(document.activeElement).toBe(field);
    expect(changePassword).not.toHaveBeenCalled();
    expect(ended()).toBe(0);
    await userEvent.keyboard('x');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).not.toBe('true'));
  });

  it('names the account to password managers', async () => {
    open({});
    await screen.findByRole('region', { name: 'Password' });
    const name = document.querySelector('#change-password input[autocomplete="username"]');
    expect(name).toHaveProperty('value', 'ada@example.com');
  });

  it('says so when only the sign-in with the new one has failed', async () => {
    const failing = () => Promise.reject(new PasswordChangedOnly());
    const { ended } = await change(failing, ['old', 'correct horse', 'correct horse']);
    expect(
      await screen.findByText('Your password was changed. Please sign in again.'),
    ).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(ended()).toBe(1);
  });

  const refusing = (code: string) => () => Promise.reject(Object.assign(new Error('no'), { code }));

  it('marks the current one when it is wrong', async () => {
    const typed = ['old', 'correct horse', 'correct horse'] as const;
    const { panel } = await change(refusing('auth/wrong-password'), typed);
    const field = panel.getByLabelText('Current Password');
    await waitFor(() => expect(described(field)).toContain('Incorrect password.'));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it.each([
    ['auth/too-many-requests', 'Too many attempts. Please wait a moment.'],
    ['auth/network-request-failed', /^Network error: Unable to connect/],
    ['auth/internal-error', 'The password could not be changed. Please try again.'],
  ])('explains %s', async (code, text) => {
    const typed = ['old', 'correct horse', 'correct horse'] as const;
    const { panel } = await change(refusing(code), typed);
    expect((await panel.findByRole('alert')).textContent).toMatch(text);
  });

  it('reports nothing when the user closes the question about the code', async () => {
    const typed = ['old', 'correct horse', 'correct horse'] as const;
    const { panel } = await change(() => Promise.reject(new SignInCancelled()), typed);
    await waitFor(() =>
      expect(panel.getByRole('button', { name: 'Change Password' }).className).not.toContain(
        'loading',
      ),
    );
    expect(panel.queryByRole('alert')).toBeNull();
    expect(panel.getByLabelText('New Password')).toHaveProperty('value', 'correct horse');
  });

  it('is not offered to users without a password', async () => {
    open({ hasPassword: () => Promise.resolve(false) });
    await screen.findByText('Email verified');
    expect(screen.queryByRole('region', { name: 'Password' })).toBeNull();
  });
});

describe('the verification of the email address', () => {
  it('can be requested again', async () => {
    const sendVerificationEmail = jest.fn(() => Promise.resolve());
    open({ isEmailVerified: () => Promise.resolve(false), sendVerificationEmail });
    await userEvent.click(await screen.findByRole('button', { name: 'Send verification email' }));
    expect(await screen.findByText('Verification email sent')).toBeDefined();
    expect(sendVerificationEmail).toHaveBeenCalledTimes(1);
  });

  it('is noticed when the user returns to the tab', async () => {
    let isVerified = false;
    open({ isEmailVerified: () => Promise.resolve(isVerified) });
    await screen.findByText('Email not verified');
    isVerified = true;
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('Email verified')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send verification email' })).toBeNull();
  });

  it('reports that the email could not be sent', async () => {
    open({
      isEmailVerified: () => Promise.resolve(false),
      sendVerificationEmail: () => Promise.reject(new Error('no')),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Send verification email' }));
    expect(await screen.findByText(/could not be sent/)).toBeDefined();
  });
});
