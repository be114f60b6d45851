import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, startApi, tidyUp } from '../../../test/render-app.js';

beforeEach(() => {
  startApi();
});
afterEach(tidyUp);

describe('the tabs of /login', () => {
  it('has the tabs Sign In and Sign Up [2.62, 4.69]', async () => {
    renderApp('/login', null);
    await screen.findByLabelText('Email');
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Sign In',
      'Sign Up',
    ]);
    expect(screen.getByRole('tab', { name: 'Sign In' }).getAttribute('aria-selected')).toBe('true');
    await userEvent.click(screen.getByRole('tab', { name: 'Sign Up' }));
    expect(screen.getByRole('tab', { name: 'Sign Up' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('button', { name: 'Create Account' })).toBeDefined();
  });

  it.each([
    ['signin', 'Email', '[2.66]'],
    ['signup', 'Email', '[2.66]'],
    ['signin', 'Password', '[2.67]'],
    ['signup', 'Password', '[2.67]'],
    ['signup', 'Display Name (optional)', '[2.68]'],
    ['signup', 'Confirm Password', '[2.69]'],
  ])('%s has the field %s %s', async (tab, label) => {
    renderApp(`/login?tab=${tab}`, null);
    await screen.findByRole('tabpanel');
    expect(screen.getByLabelText(label)).toHaveProperty('disabled', false);
  });

  it.each([
    ['Display Name (optional)', '[2.68]'],
    ['Confirm Password', '[2.69]'],
  ])('signin has no field %s %s', async (label) => {
    renderApp('/login', null);
    await screen.findByRole('tabpanel');
    expect(screen.queryByLabelText(label)).toBeNull();
  });

  it('shows and hides both passwords of Sign Up [2.67]', async () => {
    renderApp('/login?tab=signup', null);
    const panel = within(await screen.findByRole('tabpanel'));
    const types = () =>
      ['Password', 'Confirm Password'].map((label) =>
        panel.getByLabelText(label).getAttribute('type'),
      );
    expect(types()).toEqual(['password', 'password']);
    for (const button of panel.getAllByRole('button', { name: 'Show password' })) {
      fireEvent.click(button);
    }
    expect(types()).toEqual(['text', 'text']);
    for (const button of panel.getAllByRole('button', { name: 'Hide password' })) {
      fireEvent.click(button);
    }
    expect(types()).toEqual(['password', 'password']);
  });

  it('keeps phones and spell checkers from a password that is shown', async () => {
    renderApp('/login?tab=signup', null);
    const panel = within(await screen.findByRole('tabpanel'));
    fireEvent.click(panel.getAllByRole('button', { name: 'Show password' })[0] as HTMLElement);
    const field = panel.getByLabelText('Password');
    const names = ['type', 'autocapitalize', 'autocorrect', 'spellcheck'];
    expect(names.map((name) => field.getAttribute(name))).toEqual(['text', 'none', 'off', 'false']);
  });

  it.each([
    ['signin', 'Sign in with Google'],
    ['signup', 'Sign up with Google'],
  ])('%s has the button %s [2.70]', async (tab, name) => {
    renderApp(`/login?tab=${tab}`, null);
    const panel = within(await screen.findByRole('tabpanel'));
    expect(panel.getByRole('button', { name })).toHaveProperty('disabled', false);
  });

  it('Sign Up sends nothing while a field other than the name is empty [2.68, 5.10]', async () => {
    renderApp('/login?tab=signup', null);
    await userEvent.click(await screen.findByRole('button', { name: 'Create Account' }));
    // Email, password and confirmation; not the name.
    expect(await screen.findAllByText('Please fill in this field.')).toHaveLength(3);
  });

  it('keeps the typed email between Sign In, Sign Up and the forgotten password', async () => {
    renderApp('/login?email=old@example.com', null);
    const email = async () => screen.findByLabelText<HTMLInputElement>('Email');
    const type = async (address: string): Promise<void> => {
      await userEvent.clear(await email());
      await userEvent.paste(address);
    };
    await type('ada@example.com');
    await userEvent.click(screen.getByRole('tab', { name: 'Sign Up' }));
    expect((await email()).value).toBe('ada@example.com');

    await type('grace@example.com');
    await userEvent.click(screen.getByRole('tab', { name: 'Sign In' }));
    expect((await email()).value).toBe('grace@example.com');

    await userEvent.click(screen.getByRole('button', { name: 'Forgot password?' }));
    await screen.findByRole('button', { name: 'Send Reset Link' });
    expect((await email()).value).toBe('grace@example.com');

    await type('joan@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Back to sign-in' }));
    await screen.findByRole('tab', { name: 'Sign In' });
    expect((await email()).value).toBe('joan@example.com');
  });
});
