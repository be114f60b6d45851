import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, startApi, tidyUp } from '../../../test/render-app.js';

beforeEach(() => {
  startApi();
});
afterEach(tidyUp);

describe('the tabs of /login', () => {
  it('Sign In has email and password; Sign Up adds an optional name and a password confirmation [2.62, 2.66, 2.68, 2.69, 2.70, 4.69]', async () => {
    renderApp('/login', null);
    await screen.findByLabelText('Email');
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Sign In',
      'Sign Up',
    ]);
    expect(screen.getByRole('tab', { name: 'Sign In' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('button', { name: 'Sign in with Google' })).toBeDefined();
    expect(screen.queryByLabelText('Confirm Password')).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: 'Sign Up' }));
    expect(screen.getByRole('button', { name: 'Sign up with Google' })).toBeDefined();
    const panel = within(screen.getByRole('tabpanel'));
    for (const label of ['Display Name (optional)', 'Email', 'Password', 'Confirm Password']) {
      expect(panel.getByLabelText(label)).toBeDefined();
    }
    expect(panel.getByLabelText('Password').getAttribute('type')).toBe('password');
    for (const button of panel.getAllByRole('button', { name: 'Show password' })) {
      fireEvent.click(button);
    }
    expect(panel.getByLabelText('Password').getAttribute('type')).toBe('text');
  });

  it('Sign Up sends nothing while a field is empty [5.10]', async () => {
    renderApp('/login?tab=signup', null);
    await userEvent.click(await screen.findByRole('button', { name: 'Create Account' }));
    // Email, password and confirmation; not the name.
    expect(await screen.findAllByText('Please fill in this field.')).toHaveLength(3);
  });
});
