import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

const emailOfResetCode = jest.fn<(code: string) => Promise<string>>();
const resetPassword = jest.fn<(code: string, password: string) => Promise<void>>();
const applyCode = jest.fn<(code: string) => Promise<void>>();
const requestPasswordReset = jest.fn<(email: string) => Promise<void>>();
jest.unstable_mockModule('./password-actions.js', () => ({
  emailOfResetCode,
  resetPassword,
  applyCode,
  requestPasswordReset,
}));
const { renderApp, startApi, tidyUp } = await import('../../../../test/render-app.js');

const failure = (code: string) => Object.assign(new Error('failed'), { code });
const usedLink = 'This link was used already or has expired. Please request a new one.';

beforeEach(() => {
  startApi();
  for (const mock of [resetPassword, applyCode, requestPasswordReset]) {
    mock.mockReset();
    mock.mockResolvedValue();
  }
  emailOfResetCode.mockReset();
  emailOfResetCode.mockResolvedValue('ada@example.com');
});
afterEach(tidyUp);

const paste = async (label: string, text: string): Promise<void> => {
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.paste(text);
};
const toSignIn = () => screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href');

describe('a reset link', () => {
  const open = () => renderApp('/login?mode=resetPassword&oobCode=code-1', null);
  const choose = async (password: string, confirmation = password): Promise<void> => {
    await paste('New Password', password);
    await paste('Confirm Password', confirmation);
    await userEvent.click(screen.getByRole('button', { name: 'Save Password' }));
  };

  it('names the account, saves the password and leads to the sign-in', async () => {
    open();
    expect(await screen.findByText(/For ada@example.com/)).toBeDefined();
    expect(emailOfResetCode.mock.calls).toEqual([['code-1']]);
    await choose('correct horse');
    // The button that had the focus is gone with the form.
    expect(document.activeElement).toBe(await screen.findByText(/password was changed/));
    expect(resetPassword.mock.calls).toEqual([['code-1', 'correct horse']]);
    expect(toSignIn()).toBe('/login?email=ada%40example.com');
  });

  it('leads to a sign-in with the address filled in', async () => {
    open();
    await screen.findByText(/For ada@example.com/);
    await choose('correct horse');
    await userEvent.click(await screen.findByRole('link', { name: 'Go to sign-in' }));
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'ada@example.com');
  });

  it.each([
    ['another confirmation', 'correct horse', 'wrong horse', /do not match/, 'Confirm Password'],
    ['five characters', 'h0rse', 'h0rse', /at least 6 characters/, 'New Password'],
    [
      'the address of the account',
      'ada@example.com',
      'ada@example.com',
      /your name/,
      'New Password',
    ],
    ['a common password', 'Password1', 'Password1', /too common/, 'New Password'],
  ])('refuses %s at its field', async (_what, password, confirmation, text, label) => {
    open();
    await choose(password, confirmation);
    const message = await screen.findByText(text);
    const field = screen.getByLabelText(label);
    expect(document.activeElement?.id).toBe(field.id);
    expect(field.getAttribute('aria-describedby')).toContain(message.parentElement?.id);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(resetPassword).not.toHaveBeenCalled();
  });

  it.each([
    ['auth/expired-action-code', usedLink],
    ['auth/unknown', 'The link could not be used. Please try again.'],
  ])('explains %s while it saves', async (code, text) => {
    resetPassword.mockRejectedValue(failure(code));
    open();
    await choose('correct horse');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it.each([
    ['auth/invalid-action-code', usedLink],
    ['auth/user-disabled', 'This account has been disabled.'],
    ['auth/unknown', 'The link could not be used. Please try again.'],
  ])('shows no form after %s', async (code, text) => {
    emailOfResetCode.mockRejectedValue(failure(code));
    open();
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByLabelText('New Password')).toBeNull();
    expect(toSignIn()).toBe('/login');
  });
});

describe('a verification link', () => {
  const open = () => renderApp('/login?mode=verifyEmail&oobCode=code-2', null);

  it('verifies the address once', async () => {
    open();
    expect(await screen.findByText('Your email address is verified.')).toBeDefined();
    expect(applyCode.mock.calls).toEqual([['code-2']]);
    expect(toSignIn()).toBe('/login');
  });

  it('leads users who are signed in to the dashboard', async () => {
    renderApp('/login?mode=verifyEmail&oobCode=code-2');
    await screen.findByText('Your email address is verified.');
    const link = screen.getByRole('link', { name: 'Go to the dashboard' });
    expect(link.getAttribute('href')).toBe('/');
    expect(screen.queryByRole('link', { name: 'Go to sign-in' })).toBeNull();
  });

  it('explains a used link', async () => {
    applyCode.mockRejectedValue(failure('auth/invalid-action-code'));
    open();
    expect(await screen.findByText(usedLink)).toBeDefined();
  });
});

describe('a link that undoes a change of the account', () => {
  it.each([
    ['recoverEmail', 'Undo the Change', /has its former email address again/],
    ['revertSecondFactorAddition', 'Remove the Second Factor', /second factor was removed/],
  ])('does so when the owner presses the button: %s', async (mode, name, done) => {
    renderApp(`/login?mode=${mode}&oobCode=code-3`, null);
    const button = await screen.findByRole('button', { name });
    expect(applyCode).not.toHaveBeenCalled();
    await userEvent.click(button);
    expect(await screen.findByText(done)).toBeDefined();
    expect(applyCode.mock.calls).toEqual([['code-3']]);
    expect(toSignIn()).toBe('/login');
  });

  it('also works in a browser that is signed in', async () => {
    renderApp('/login?mode=recoverEmail&oobCode=code-3');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo the Change' }));
    expect(applyCode.mock.calls).toEqual([['code-3']]);
  });

  it('explains a failure, and can be tried again', async () => {
    applyCode.mockRejectedValueOnce(failure('auth/invalid-action-code'));
    renderApp('/login?mode=revertSecondFactorAddition&oobCode=code-3', null);
    const button = await screen.findByRole('button', { name: 'Remove the Second Factor' });
    await userEvent.click(button);
    expect((await screen.findByRole('alert')).textContent).toBe(usedLink);
    await userEvent.click(button);
    expect(await screen.findByText(/second factor was removed/)).toBeDefined();
  });
});

describe('the title of the page', () => {
  it.each([
    ['resetPassword', 'Choose a new password'],
    ['verifyEmail', 'Email verification'],
    ['recoverEmail', 'Undo the change of address'],
  ])('names what the link does: %s', async (mode, title) => {
    renderApp(`/login?mode=${mode}&oobCode=code-1`, null);
    await screen.findByRole('heading', { level: 1, name: title });
    await waitFor(() => expect(document.title).toContain(title));
  });

  it('names the form for a new password', async () => {
    renderApp('/login', null);
    await userEvent.click(await screen.findByRole('button', { name: 'Forgot password?' }));
    await waitFor(() => expect(document.title).toContain('Reset your password'));
  });
});

describe('other links', () => {
  it('without a code show the sign-in', async () => {
    renderApp('/login?mode=resetPassword', null);
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeDefined();
    expect(emailOfResetCode).not.toHaveBeenCalled();
  });

  it.each(['mode=verifyAndChangeEmail&oobCode=c', 'mode=toString&oobCode=c', 'oobCode=c'])(
    'with %s cannot be used, and lose their code',
    async (query) => {
      window.history.replaceState(null, '', `/login?${query}`);
      renderApp(`/login?${query}`, null);
      expect(await screen.findByText('This link cannot be used here.')).toBeDefined();
      expect(toSignIn()).toBe('/login');
      expect(window.location.search).toBe('');
      expect(applyCode).not.toHaveBeenCalled();
    },
  );
});

describe('the request for a reset link', () => {
  const request = async (): Promise<void> => {
    renderApp('/login?email=ada@example.com&tab=signin', null);
    await userEvent.click(await screen.findByRole('button', { name: 'Forgot password?' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send Reset Link' }));
  };

  it('is sent to the address of the form', async () => {
    await request();
    const message = await screen.findByText(/^If there is an account/);
    expect(document.activeElement).toBe(message);
    expect(requestPasswordReset.mock.calls).toEqual([['ada@example.com']]);
    await userEvent.click(screen.getByRole('button', { name: 'Back to sign-in' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeDefined();
  });

  it.each([
    ['auth/too-many-requests', 'Too many attempts. Please wait a moment.'],
    ['auth/unknown', 'The link could not be sent. Please try again.'],
  ])('explains %s', async (code, text) => {
    requestPasswordReset.mockRejectedValue(failure(code));
    await request();
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByText(/^If there is an account/)).toBeNull();
  });
});
