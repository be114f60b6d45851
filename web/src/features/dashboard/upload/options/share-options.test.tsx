import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { file, renderApp, share, startApi, withFreshDashboard } from '../../test/dashboard.js';

withFreshDashboard();

describe('the options of a new share', () => {
  const openOptions = async (filename = file.name) => {
    const api = startApi();
    api.answer({ 'POST /api/file-shares': { status: 201, body: share } });
    renderApp('/');
    await userEvent.upload(await screen.findByLabelText('Select File'), new File(['x'], filename));
    await userEvent.click(screen.getByText('More options'));
    const create = () => userEvent.click(screen.getByRole('button', { name: 'Create Share' }));
    const created = () => api.to('POST /api/file-shares').map(({ body }) => body);
    return { create, created };
  };

  it('are sent with the share: name, password and limit', async () => {
    const { create, created } = await openOptions();
    await userEvent.type(screen.getByLabelText('Name (only you see it)'), ' Wedding ');
    await userEvent.type(screen.getByLabelText('Your own password'), 'correct horse 7');
    await userEvent.type(screen.getByLabelText('Stop after this many downloads'), '1');
    await create();
    await waitFor(() => expect(created()).toHaveLength(1));
    expect(created()[0]).toMatchObject({
      ...{ label: 'Wedding', password: 'correct horse 7', maxDownloads: 1 },
    });
  });

  it('are absent by default: the server generates the password, and nothing limits downloads', async () => {
    const { create, created } = await openOptions();
    await create();
    await waitFor(() => expect(created()).toHaveLength(1));
    for (const field of ['label', 'password', 'maxDownloads'])
      expect(created()[0]).not.toHaveProperty(field);
  });

  it('states the rule for an own password beside its field, and checks it when the field is left', async () => {
    await openOptions();
    const field = screen.getByLabelText('Your own password');
    // On a right-to-left page as well, where a sign at the end would move to the other one.
    expect(field).toHaveProperty('dir', 'ltr');
    const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toMatch(/at least 12 characters.*Leave empty to generate one/);
    await userEvent.type(field, 'abcabcabcabc');
    expect(field.getAttribute('aria-invalid')).toBe('false');
    await userEvent.tab();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(hint?.textContent).toMatch(/too easy to guess/);
    await userEvent.clear(field);
    await userEvent.tab();
    expect(field.getAttribute('aria-invalid')).toBe('false');
  });

  it.each([
    ['too short', 'correct hors', 'file.pdf', /at least 12 characters/],
    ['a pattern', 'abcabcabcabc', 'file.pdf', /too easy to guess/],
    ['part of the file name', 'quarterly report', 'Quarterly report.pdf', /part of the file name/],
  ])(
    'a password that is %s is refused beside its field, and nothing is created',
    async (_name, typed, filename, text) => {
      const { create, created } = await openOptions(filename);
      const field = screen.getByLabelText('Your own password');
      await userEvent.type(field, typed);
      await create();
      expect(await screen.findByText(text)).toBeDefined();
      expect(field.getAttribute('aria-invalid')).toBe('true');
      const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
      expect(hint?.textContent).toMatch(text);
      expect(created()).toEqual([]);
      await userEvent.type(field, 'x');
      expect(field.getAttribute('aria-invalid')).toBe('false');
    },
  );
});
