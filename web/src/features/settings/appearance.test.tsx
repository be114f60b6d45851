import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, startApi, tidyUp } from '../../../test/render-app.js';
import { followThemeMode, setThemeMode } from '../../lib/browser/theme-mode.js';

beforeEach(() => {
  startApi();
});
afterEach(() => {
  tidyUp();
  setThemeMode('system');
});

const chosenTheme = async (): Promise<string | null | undefined> => {
  const group = within(await screen.findByRole('radiogroup', { name: 'Appearance' }));
  const chosen = group.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked);
  return chosen?.closest('label')?.textContent;
};

describe('Appearance', () => {
  it('shows what the button of the header has set', async () => {
    renderApp('/settings');
    expect(await chosenTheme()).toBe('System');
    await userEvent.click(screen.getByRole('button', { name: /dark/i }));
    expect(await chosenTheme()).toBe('Dark');
    await userEvent.click(screen.getByRole('button', { name: /light/i }));
    expect(await chosenTheme()).toBe('Light');
  });

  it('follows the choice in another tab', async () => {
    const stop = followThemeMode();
    renderApp('/settings');
    expect(await chosenTheme()).toBe('System');
    const receive = (mode: string): void => {
      localStorage.setItem('theme', mode);
      act(() => {
        window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: mode }));
      });
    };
    receive('dark');
    expect(await chosenTheme()).toBe('Dark');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    stop();
  });
});
