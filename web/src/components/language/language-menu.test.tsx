import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { warnBeforeLeaving } from '../../lib/browser/leave-warning.js';
import { Toaster } from '../toast/index.js';
import { LanguageMenu } from './language-menu.js';

afterEach(() => {
  warnBeforeLeaving('test', false);
  warnBeforeLeaving('upload', false);
  document.cookie = 'language=; path=/; max-age=0';
});

const choose = async (language: string): Promise<jest.Mock<() => void>> => {
  const reload = jest.fn<() => void>();
  render(
    <>
      <LanguageMenu reload={reload} />
      <Toaster />
    </>,
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), language);
  return reload;
};

describe('the language menu', () => {
  it('names each language in the language itself', () => {
    render(<LanguageMenu />);
    const german = screen.getByRole('option', { name: 'Deutsch' });
    expect(german.getAttribute('lang')).toBe('de');
  });

  it('remembers the choice and loads the page again', async () => {
    const reload = await choose('de');
    expect(document.cookie).toContain('language=de');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['interrupt a transfer', 'test'],
    ['lose the files that were chosen', 'upload'],
  ])('does not %s', async (_loss, reason) => {
    warnBeforeLeaving(reason, true);
    const reload = await choose('de');
    expect(reload).not.toHaveBeenCalled();
    expect(document.cookie).toContain('language=de');
    expect(await screen.findByText('Language Saved')).toBeDefined();
  });
});
