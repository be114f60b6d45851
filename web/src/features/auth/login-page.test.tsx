import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

const signInWithPassword = jest.fn<(email: string, password: string) => Promise<void>>();
const signUpWithPassword = jest.fn<(values: object) => Promise<void>>();
const signInWithGoogle = jest.fn<() => Promise<void>>();
jest.unstable_mockModule('./sign-in.js', () => ({
  signInWithPassword,
  signUpWithPassword,
  signInWithGoogle,
}));
const { AccountCreatedOnly } = await import('./auth-errors.js');
const { config, renderApp, startApi, tidyUp } = await import('../../../test/render-app.js');

const failure = (code: string, message = ''): Error => Object.assign(new Error(message), { code });

beforeEach(() => {
  startApi();
  for (const mock of [signInWithPassword, signUpWithPassword, signInWithGoogle]) {
    mock.mockReset();
    mock.mockResolvedValue();
  }
});
afterEach(tidyUp);

/** The form renders once per field, not once per key. */
const paste = async (label: string, text: string): Promise<void> => {
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.paste(text);
};

const fillSignUp = async (password: string, confirm: string): Promise<void> => {
  await paste('Email', 'ada@example.com');
  await paste('Password', password);
  await paste('Confirm Password', confirm);
  await userEvent.click(screen.getByRole('button', { name: 'Create Account' }));
};

const fillSignIn = async (): Promise<void> => {
  await paste('Email', 'ada@example.com');
  await paste('Password', 'secret1');
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
};

/** In the toast, and where it stays. */
const findProblem = async (message: string | RegExp): Promise<void> => {
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2));
};

describe('/login', () => {
  it('prefills both fields and opens Sign Up from the query [2.1, 2.63, 2.64, 2.65, 6.2]', async () => {
    renderApp('/login?email=grace@example.com&name=Grace&tab=signup', null);
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'grace@example.com');
    expect(screen.getByLabelText('Display Name (optional)')).toHaveProperty('value', 'Grace');
    expect(screen.getByRole('tab', { name: 'Sign Up' }).getAttribute('aria-selected')).toBe('true');
  });

  it('prefills the email of Sign In from the query [2.1, 2.63, 2.65]', async () => {
    renderApp('/login?email=grace@example.com&tab=signin', null);
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'grace@example.com');
    expect(screen.getByRole('tab', { name: 'Sign In' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.queryByLabelText('Display Name (optional)')).toBeNull();
  });

  it.each([
    ['Terms of Service', '/terms', '[2.71]'],
    ['Privacy Policy', '/privacy', '[2.72]'],
  ])('links the %s to %s %s', async (name, address) => {
    renderApp('/login', null);
    await screen.findByLabelText('Email');
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address);
  });

  it('keeps Sign In disabled without email and password, and shows the password on demand [2.67, 4.71, 5.14]', async () => {
    renderApp('/login', null);
    const button = await screen.findByRole('button', { name: 'Sign In' });
    expect(button).toHaveProperty('disabled', true);
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
    expect(button).toHaveProperty('disabled', true);
    await userEvent.type(screen.getByLabelText('Password'), 'secret1');
    expect(button).toHaveProperty('disabled', false);
    await userEvent.clear(screen.getByLabelText('Email'));
    expect(button).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
  });

  // A password manager fills in both fields at once, and may send the form in the same moment.
  it('can be sent as soon as its fields are filled in', async () => {
    renderApp('/login', null);
    const button = await screen.findByRole('button', { name: 'Sign In' });
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@example.com' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret1' } });
    expect(button).toHaveProperty('disabled', false);
    fireEvent.click(button);
    await waitFor(() => expect(signInWithPassword).toHaveBeenCalledTimes(1));
  });

  it('disables the button during the request and shows a toast afterwards [1.8, 4.70, 8.63]', async () => {
    let finish = (): void => undefined;
    signInWithPassword.mockReturnValue(new Promise((resolve) => (finish = resolve)));
    renderApp('/login', null);
    await fillSignIn();
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toHaveProperty(
      'disabled',
      true,
    );
    finish();
    expect(await screen.findByText('Welcome back!')).toBeDefined();
    expect(signInWithPassword).toHaveBeenCalledWith('ada@example.com', 'secret1');
  });

  it.each([
    ['/login?tab=signup', 'Creating account...', signUpWithPassword],
    ['/login', 'Sign in with Google', signInWithGoogle],
  ])('%s: %s is disabled while the request runs [4.70]', async (path, name, request) => {
    request.mockReturnValue(new Promise(() => undefined));
    renderApp(path, null);
    if (path === '/login') {
      await userEvent.click(await screen.findByRole('button', { name }));
    } else await fillSignUp('secret1', 'secret1');
    expect(await screen.findByRole('button', { name })).toHaveProperty('disabled', true);
  });

  it.each([
    ['/login', 'Sign in with Google', 'Sign In'],
    ['/login?tab=signup', 'Sign up with Google', 'Create Account'],
  ])('%s: %s and %s are disabled while either runs [4.70]', async (path, google, submit) => {
    let finish = (): void => undefined;
    signInWithGoogle.mockReturnValue(new Promise((resolve) => (finish = resolve)));
    const request = path === '/login' ? signInWithPassword : signUpWithPassword;
    request.mockReturnValue(new Promise(() => undefined));
    renderApp(path, null);
    for (const label of ['Email', 'Password']) await paste(label, 'ada@example.com');
    if (path !== '/login') await paste('Confirm Password', 'ada@example.com');
    const buttons = [google, submit].map((name) => screen.getByRole('button', { name }));
    const areDisabled = () => buttons.map((button) => 'disabled' in button && button.disabled);
    await userEvent.click(screen.getByRole('button', { name: google }));
    await waitFor(() => expect(areDisabled()).toEqual([true, true]));
    await act(async () => {
      finish();
      await Promise.resolve();
    });
    await waitFor(() => expect(areDisabled()).toEqual([false, false]));
    await userEvent.click(screen.getByRole('button', { name: submit }));
    await waitFor(() => expect(areDisabled()).toEqual([true, true]));
  });

  it.each([
    ['Tandem-2026', /must not be your name/],
    ['Password1', /too common/],
  ])('refuses %s for a new account if the operator wants it', async (password, problem) => {
    const policy = { refuseCommonPasswords: true };
    startApi().answer({ 'GET /api/config': { body: { ...config, policy } } });
    renderApp('/login?tab=signup', null);
    await fillSignUp(password, password);
    await findProblem(problem);
    expect(signUpWithPassword).not.toHaveBeenCalled();
  });

  it('refuses it also before it knows what the operator wants', async () => {
    let answer = (_body: object): void => undefined;
    const body = new Promise<object>((resolve) => (answer = resolve));
    startApi().answer({ 'GET /api/config': async () => ({ body: await body }) });
    renderApp('/login?tab=signup', null);
    await fillSignUp('Password1', 'Password1');
    answer({ ...config, policy: { refuseCommonPasswords: true } });
    await findProblem(/too common/);
    expect(signUpWithPassword).not.toHaveBeenCalled();
  });

  it.each([
    ['auth/user-not-found', 'No account found with this email address.', '[5.19]'],
    ['auth/wrong-password', 'Incorrect password. Please try again.', '[5.20]'],
    ['auth/invalid-email', 'Please enter a valid email address.', '[5.21]'],
    ['auth/user-disabled', 'This account has been disabled.', '[5.22]'],
    ['auth/too-many-requests', 'Too many attempts. Please wait a moment.', ''],
    ['auth/other', 'Failed to sign in. Please check your credentials.', '[5.23, 8.61]'],
  ])('sign-in refused with %s shows %p %s', async (code, message) => {
    signInWithPassword.mockRejectedValue(failure(code));
    renderApp('/login', null);
    await fillSignIn();
    await findProblem(message);
    expect(screen.getByText('Sign In Failed')).toBeDefined();
  });

  it('moves the focus to the heading of the form that replaces another', async () => {
    renderApp('/login', null);
    await userEvent.click(await screen.findByRole('button', { name: 'Forgot password?' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Reset your password' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await userEvent.click(screen.getByRole('button', { name: 'Back to sign-in' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })),
    );
    expect(document.activeElement).not.toBe(heading);
  });

  it.each([
    ['auth/user-not-found', 'Email'],
    ['auth/user-disabled', 'Email'],
    ['auth/wrong-password', 'Password'],
  ])('a sign-in refused with %s marks the field %s until it is changed', async (code, label) => {
    signInWithPassword.mockRejectedValue(failure(code));
    renderApp('/login', null);
    await fillSignIn();
    const field = screen.getByLabelText(label);
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(field);
    const described = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toMatch(/\.$/);
    await userEvent.paste('x');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).not.toBe('true'));
  });

  it.each([
    [['secret1', 'secret2'], 'Confirm Password'],
    [['short', 'short'], 'Password'],
  ] as const)('a sign-up with %j marks the field %s', async ([password, confirm], label) => {
    renderApp('/login?tab=signup', null);
    await fillSignUp(password, confirm);
    const field = screen.getByLabelText(label);
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(field);
  });

  it('says before the sign-in that the storage of the browser is full', async () => {
    const write = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    try {
      renderApp('/login', null);
      await screen.findByLabelText('Email');
      await fillSignIn();
      await findProblem(/cannot keep you signed in: its storage is full or turned off/);
    } finally {
      write.mockRestore();
    }
    expect(signInWithPassword).not.toHaveBeenCalled();
  });

  it('shows Please try again for an error outside the provider [8.62]', async () => {
    signInWithPassword.mockRejectedValue(new Error('no configuration'));
    renderApp('/login', null);
    await fillSignIn();
    await findProblem('Failed to sign in. Please try again.');
  });

  it.each([
    [
      'secret1',
      'secret2',
      'Password Mismatch',
      '[5.11]',
      'Passwords do not match. Please try again.',
    ],
    [
      'short',
      'short',
      'Weak Password',
      '[5.12, 9.13]',
      'Password must be at least 6 characters long.',
    ],
  ])(
    'sign-up with %p and %p is refused: %s %s',
    async (password, confirm, title, _numbers, message) => {
      renderApp('/login?tab=signup', null);
      await fillSignUp(password, confirm);
      expect(await screen.findByText(title)).toBeDefined();
      await findProblem(message);
      expect(signUpWithPassword).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['secret', '[5.12, 9.13]'],
    ['aaaaaa', '[5.24]'],
    ['111111', '[5.24]'],
    ['ada@example.com', '[5.24]'],
    ['Tandem-2026', '[5.24]'],
  ])('accepts %p as the password of a new account %s', async (password) => {
    renderApp('/login?tab=signup', null);
    await fillSignUp(password, password);
    expect(await screen.findByText('Account Created!')).toBeDefined();
    expect(signUpWithPassword).toHaveBeenCalledTimes(1);
  });

  it('creates an account without a display name [5.13, 8.66]', async () => {
    renderApp('/login?tab=signup', null);
    await fillSignUp('secret1', 'secret1');
    expect(await screen.findByText('Account Created!')).toBeDefined();
    expect(signUpWithPassword.mock.calls[0]?.[0]).toMatchObject({ email: 'ada@example.com' });
  });

  it.each([
    [
      'auth/email-already-in-use',
      'An account with this email already exists. Try signing in instead.',
      '[5.15]',
    ],
    ['auth/weak-password', 'Password should be at least 6 characters long.', '[5.16]'],
    ['auth/invalid-email', 'Please enter a valid email address.', '[5.17]'],
    ['auth/other', 'Failed to create account. Please try again.', '[5.18, 8.64, 8.65]'],
  ])('sign-up refused with %s shows %p %s', async (code, message) => {
    signUpWithPassword.mockRejectedValue(failure(code));
    renderApp('/login?tab=signup', null);
    await fillSignUp('secret1', 'secret1');
    await findProblem(message);
    expect(screen.getByText('Sign Up Failed')).toBeDefined();
  });

  it('a sign-up that gets no session says that the account was created', async () => {
    signUpWithPassword.mockRejectedValue(new AccountCreatedOnly());
    renderApp('/login?tab=signup', null);
    await fillSignUp('secret1', 'secret1');
    await findProblem('Your account was created. Please sign in.');
    expect(screen.getByText('Sign In Failed')).toBeDefined();
  });

  it.each([
    ['auth/popup-closed-by-user', '', 'Sign-in was cancelled. Please try again.', '[8.58]'],
    [
      'auth/popup-blocked',
      '',
      'Pop-up was blocked by your browser. Please allow pop-ups and try again.',
      '[8.59]',
    ],
    ['auth/other', 'The provider says no.', 'The provider says no.', '[8.55]'],
    ['auth/other', '', 'Failed to sign in with Google. Please try again.', '[8.56]'],
  ])('a refusal by Google with %s %p shows %p %s', async (code, own, message) => {
    signInWithGoogle.mockRejectedValue(failure(code, own));
    renderApp('/login', null);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Google' }));
    await findProblem(message);
    expect(screen.getByText('Sign In Error')).toBeDefined();
  });

  it('ignores a popup replaced by another, and shows a toast for a successful one [8.57, 8.60]', async () => {
    signInWithGoogle.mockRejectedValueOnce(failure('auth/cancelled-popup-request'));
    renderApp('/login', null);
    const button = await screen.findByRole('button', { name: 'Sign in with Google' });
    await userEvent.click(button);
    await waitFor(() => expect(signInWithGoogle).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    expect(screen.queryByText('Sign In Error')).toBeNull();
    await userEvent.click(button);
    expect(await screen.findByText('Welcome!')).toBeDefined();
  });

  it('redirects a signed-in user to the home page [2.25]', async () => {
    renderApp('/login');
    expect(await screen.findByRole('heading', { name: 'Recent Shares' })).toBeDefined();
  });
});
