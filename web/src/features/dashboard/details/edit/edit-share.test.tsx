import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installFakeChanges, removeFakeChanges } from '../../../../../test/fake-changes.js';
import {
  copied,
  day,
  renderApp,
  share,
  startApi,
  withFreshDashboard,
} from '../../test/dashboard.js';

withFreshDashboard();

describe('changing a share', () => {
  const own = {
    ...share,
    createdAt: new Date(Date.now() - 2 * day).toISOString(),
    expiresAt: new Date(Date.now() + 5 * day - 60_000).toISOString(),
    label: 'Cut 1',
    note: 'Hello',
    maxDownloads: null,
    asksFirst: false,
    deliveredCount: 0,
  };

  const openForm = async (part: object = {}) => {
    const api = startApi();
    const shown = { ...own, ...part };
    api.answer({
      'GET /api/file-shares': { body: [shown] },
      'PATCH /api/file-shares/abc': ({ body }) => ({ body: { ...shown, ...(body as object) } }),
    });
    renderApp('/');
    await userEvent.click(await screen.findByRole('button', { name: /^Details of/ }));
    const dialog = within(await screen.findByRole('dialog'));
    return { api, dialog };
  };
  const sent = (api: ReturnType<typeof startApi>) =>
    api.to('PATCH /api/file-shares/abc').map(({ body }) => body);

  it('saves name, message and limit, and leaves the expiry', async () => {
    const { api, dialog } = await openForm();
    await userEvent.click(dialog.getByRole('button', { name: 'Change this share' }));
    const name = dialog.getByLabelText('Name (only you see it)');
    expect(document.activeElement).toBe(name);
    await userEvent.clear(name);
    await userEvent.type(name, 'Cut 2');
    await userEvent.clear(dialog.getByLabelText('Message to the recipient'));
    await userEvent.type(dialog.getByLabelText('Stop after this many downloads'), '3');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sent(api)).toEqual([{ label: 'Cut 2', note: '', maxDownloads: 3 }]));
    expect(await screen.findByText('Saved')).toBeDefined();
    await waitFor(() => expect(dialog.queryByRole('form')).toBeNull());
    // The dialog keeps what was saved.
    await userEvent.click(dialog.getByRole('button', { name: 'Change this share' }));
    expect(dialog.getByLabelText('Name (only you see it)')).toHaveProperty('value', 'Cut 2');
  });

  it('leaves the details of another share in place when a late answer arrives', async () => {
    const other = { ...own, id: '2', shareId: 'def', filename: 'plan.pdf', password: 'p4-other' };
    const api = startApi();
    let answer = (): void => undefined;
    api.answer({
      'GET /api/file-shares': { body: [own, other] },
      'PATCH /api/file-shares/abc': () =>
        new Promise((resolve) => (answer = () => resolve({ body: { ...own, note: 'Bye' } }))),
    });
    renderApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Details of report.pdf' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Change this share' }));
    await userEvent.type(dialog.getByLabelText('Message to the recipient'), '!');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Details of plan.pdf' }));
    await screen.findByRole('dialog', { name: 'Share File: plan.pdf' });
    answer();
    expect(await screen.findByText('Saved')).toBeDefined();
    expect(screen.getByRole('dialog', { name: 'Share File: plan.pdf' })).toBeDefined();
    expect(screen.getByDisplayValue('p4-other')).toBeDefined();
  });

  it('cannot be cancelled while it is saved', async () => {
    const { api, dialog } = await openForm();
    let answer = (): void => undefined;
    const saving = new Promise<{ body: object }>((resolve) => {
      answer = () => resolve({ body: { ...own, note: 'Hello!' } });
    });
    api.answer({ 'PATCH /api/file-shares/abc': () => saving });
    await userEvent.click(dialog.getByRole('button', { name: 'Change this share' }));
    await userEvent.type(dialog.getByLabelText('Message to the recipient'), '!');
    const keep = dialog.getByRole('button', { name: 'Keep as it is' });
    expect(keep).toHaveProperty('disabled', false);
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(keep).toHaveProperty('disabled', true);
    answer();
    await waitFor(() => expect(dialog.queryByRole('form')).toBeNull());
  });

  it('says that a stopped share stays stopped after its limit was raised', async () => {
    const { dialog } = await openForm({
      isActive: false,
      stopReason: 'download-limit',
      maxDownloads: 1,
      deliveredCount: 1,
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Change this share' }));
    const limit = dialog.getByLabelText('Stop after this many downloads');
    await userEvent.clear(limit);
    await userEvent.type(limit, '3');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(/It is still stopped: restart it/)).toBeDefined();
  });

  it.each([
    [1, 'day'],
    [2, 'days'],
  ])('counts %d %s until the expiry', async (left, unit) => {
    const expiresAt = new Date(Date.now() + left * day - 60_000).toISOString();
    const { dialog } = await openForm({ expiresAt });
    await userEvent.click(dialog.getByRole('button', { name: 'Change this share' }));
    const days = dialog.getByLabelText('Expires in');
    expect(days).toHaveProperty('value', String(left));
    expect(days.closest('.ant-input-number')?.textContent).toBe(unit);
  });

  it('saves another expiry, up to what the plan allows from the creation', async () => {
    const { api, dialog } = await openForm();
    await userEvent.click(dialog.getByRole('button', { name: 'Change this share' }));
    const days = dialog.getByLabelText('Expires in');
    expect([days.getAttribute('value'), days.getAttribute('aria-valuemax')]).toEqual(['5', '5']);
    await userEvent.clear(days);
    await userEvent.type(days, '2');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sent(api)).toMatchObject([{ expiresInDays: 2 }]));
  });

  it('shows why the server refused, and keeps the form', async () => {
    const { api, dialog } = await openForm();
    const message = 'This share already has 2 downloads. Choose a higher limit.';
    api.answer({
      'PATCH /api/file-shares/abc': { status: 400, body: { message } },
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Change this share' }));
    await userEvent.type(dialog.getByLabelText('Stop after this many downloads'), '1');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(new RegExp(message))).toBeDefined();
    expect(dialog.getByRole('form', { name: 'Change this share' })).toBeDefined();
  });

  it('saves another password that is strong, and the choice to be asked', async () => {
    const { api, dialog } = await openForm();
    await userEvent.click(dialog.getByRole('button', { name: 'Change this share' }));
    const field = dialog.getByLabelText('New password');
    const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toMatch(/at least 12 characters.*keep the current password/);
    await userEvent.type(field, 'short');
    expect(field.getAttribute('aria-invalid')).toBe('false');
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Ask me before/ }));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(dialog.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
    expect(sent(api)).toEqual([]);
    await userEvent.type(dialog.getByLabelText('New password'), ' battery staple');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(sent(api)).toMatchObject([{ asksFirst: true, password: 'short battery staple' }]),
    );
  });

  it('keeps what another tab changes meanwhile, and copies its password', async () => {
    const changes = installFakeChanges();
    const { api, dialog } = await openForm();
    await userEvent.click(dialog.getByRole('button', { name: 'Change this share' }));
    await userEvent.type(dialog.getByLabelText('Message to the recipient'), '!');
    const elsewhere = { ...own, label: 'Cut 2', password: 'battery staple', maxDownloads: 7 };
    api.answer({
      'GET /api/file-shares': { body: [elsewhere] },
      'PATCH /api/file-shares/abc': { body: { ...elsewhere, note: 'Hello!' } },
    });
    changes.beat();
    changes.change('shares');
    await waitFor(() =>
      expect(dialog.getByLabelText('Name (only you see it)')).toHaveProperty('value', 'Cut 2'),
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sent(api)).toEqual([{ note: 'Hello!' }]));
    await userEvent.click(dialog.getByRole('button', { name: 'Copy & Close' }));
    await waitFor(() => expect(copied.at(-1)).toContain('battery staple'));
    removeFakeChanges();
  });

  describe('with changes that are not saved', () => {
    const changePassword = async () => {
      const opened = await openForm();
      const { dialog } = opened;
      await userEvent.click(dialog.getByRole('button', { name: 'Change this share' }));
      await userEvent.type(dialog.getByLabelText('New password'), 'battery staple');
      return opened;
    };
    const answer = async (name: string) =>
      userEvent.click(await screen.findByRole('button', { name }));
    const isOpen = () => screen.queryByRole('dialog', { name: 'Share File: report.pdf' }) !== null;

    it('does not copy the details, which would be the old ones', async () => {
      const { dialog } = await changePassword();
      const copy = dialog.getByRole('button', { name: 'Copy & Close' });
      expect(copy).toHaveProperty('disabled', true);
      await userEvent.clear(dialog.getByLabelText('New password'));
      expect(copy).toHaveProperty('disabled', false);
      await userEvent.type(dialog.getByLabelText('New password'), 'battery');
      await userEvent.click(dialog.getByRole('button', { name: 'Keep as it is' }));
      expect(copy).toHaveProperty('disabled', false);
    });

    it('asks before it closes, and keeps them', async () => {
      const { dialog } = await changePassword();
      await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
      await answer('Keep editing');
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull());
      expect(dialog.getByLabelText('New password')).toHaveProperty('value', 'battery staple');
      expect(isOpen()).toBe(true);
    });

    it('discards them on request, and starts anew', async () => {
      const { dialog, api } = await changePassword();
      await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
      await answer('Discard');
      await waitFor(() => expect(isOpen()).toBe(false));
      await userEvent.click(screen.getByRole('button', { name: /^Details of/ }));
      const again = within(await screen.findByRole('dialog'));
      await userEvent.click(again.getByRole('button', { name: 'Change this share' }));
      expect(again.getByLabelText('New password')).toHaveProperty('value', '');
      expect(sent(api)).toEqual([]);
    });
  });

  it('is not offered for an expired share', async () => {
    const { dialog } = await openForm({
      isActive: false,
      expiresAt: new Date(Date.now() - day).toISOString(),
    });
    expect(dialog.queryByRole('button', { name: 'Change this share' })).toBeNull();
  });
});
