import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeIdentity } from '../../../../../test/fake-identity.js';
import { setIdentityLoader } from '../../../../lib/account/session.js';
import {
  copied,
  day,
  renderApp,
  share,
  startApi,
  withFreshDashboard,
} from '../../test/dashboard.js';

withFreshDashboard();

const shareOf = (shareId: string, part: object = {}) => ({
  ...share,
  ...{ id: shareId, shareId, filename: `${shareId}.pdf`, label: '', maxDownloads: null },
  ...{ createdAt: new Date().toISOString(), stopReason: null, deliveredCount: 0 },
  ...part,
});
const expired = { isActive: false, expiresAt: new Date(Date.now() - day).toISOString() };

describe('several shares in one step', () => {
  const select = async () => {
    const api = startApi();
    const shares = [shareOf('a'), shareOf('b', { label: 'Second' }), shareOf('c', expired)];
    api.answer({ 'GET /api/file-shares': { body: shares } });
    for (const { shareId } of shares)
      api.answer({
        [`POST /api/file-shares/${shareId}/stop`]: { body: shareOf(shareId, { isActive: false }) },
        [`DELETE /api/file-shares/${shareId}`]: { body: { success: true } },
      });
    renderApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Select' }));
    const bar = within(screen.getByRole('toolbar', { name: 'Selected shares' }));
    const confirm = async (name: string) =>
      userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
    const changes = () =>
      api.requests
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path }) => `${method} ${path}`);
    return { api, bar, confirm, changes };
  };

  it('stops the active ones, after a question', async () => {
    const { bar, confirm, changes } = await select();
    const stop = bar.getByRole('button', { name: 'Stop' });
    expect(stop.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(stop);
    expect(screen.queryByRole('dialog')).toBeNull();
    const all = bar.getByRole('button', { name: 'Select all' });
    await userEvent.click(all);
    // A browser takes the focus from a disabled element.
    expect(all).toHaveProperty('disabled', false);
    expect(document.activeElement).toBe(all);
    expect(bar.getByText('3 selected')).toBeDefined();
    await userEvent.click(bar.getByRole('button', { name: 'Stop 2' }));
    await confirm('Cancel');
    expect(changes()).toEqual([]);
    await userEvent.click(bar.getByRole('button', { name: 'Stop 2' }));
    await waitFor(() => expect(screen.getAllByRole('dialog').length).toBeGreaterThan(0));
    await confirm('Stop 2');
    expect(await screen.findByText('2 shares stopped.')).toBeDefined();
    expect(changes()).toEqual(['POST /api/file-shares/a/stop', 'POST /api/file-shares/b/stop']);
  });

  it('deletes the expired ones among the selected', async () => {
    const { bar, confirm, changes } = await select();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select c.pdf' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Second' }));
    await userEvent.click(bar.getByRole('button', { name: 'Delete 1' }));
    await confirm('Delete 1');
    expect(await screen.findByText('1 share deleted.')).toBeDefined();
    expect(changes()).toEqual(['DELETE /api/file-shares/c']);
  });

  it('says how many failed, and does the others', async () => {
    const { api, bar, confirm } = await select();
    api.answer({ 'POST /api/file-shares/a/stop': { status: 409, body: { message: 'Busy.' } } });
    await userEvent.click(bar.getByRole('button', { name: 'Select all' }));
    await userEvent.click(bar.getByRole('button', { name: 'Stop 2' }));
    await confirm('Stop 2');
    expect(await screen.findByText(/^1 of 2 shares failed: .*Busy\./)).toBeDefined();
    expect(api.to('POST /api/file-shares/b/stop')).toHaveLength(1);
  });

  it('asks to sign in again without a valid token', async () => {
    const { bar, confirm, changes } = await select();
    const currentIdToken = () => Promise.reject(new Error('expired'));
    setIdentityLoader(() => Promise.resolve(fakeIdentity({ currentIdToken })));
    await userEvent.click(bar.getByRole('button', { name: 'Select all' }));
    await userEvent.click(bar.getByRole('button', { name: 'Stop 2' }));
    await confirm('Stop 2');
    expect(await screen.findByText(/Authentication error\. Please sign in again\./)).toBeDefined();
    expect(changes()).toEqual([]);
  });

  it('copies the links that work, without passwords', async () => {
    const { bar } = await select();
    await userEvent.click(bar.getByRole('button', { name: 'Select all' }));
    await userEvent.click(bar.getByRole('button', { name: 'Copy links as CSV' }));
    await waitFor(() => expect(copied).toHaveLength(1));
    const [header, ...rows] = (copied[0] ?? '').split('\r\n');
    expect(header).toBe('"Name","File","Link","Expires"');
    expect(rows).toEqual([
      expect.stringMatching(/^"","a.pdf","http:\/\/localhost\/share\/a[^"]*","/),
      expect.stringMatching(/^"Second","b.pdf","http:\/\/localhost\/share\/b[^"]*","/),
    ]);
    expect(copied[0]).not.toContain(share.password);
  });

  it('ends with Done', async () => {
    const { bar } = await select();
    await userEvent.click(bar.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('checkbox', { name: /^Select / })).toBeNull();
    expect(screen.getByRole('button', { name: 'Select' })).toBeDefined();
  });
});

describe('a share in the list', () => {
  it('shows its name, its file, how many downloads are left and its date', async () => {
    const limited = { label: 'Wedding', maxDownloads: 3, deliveredCount: 1 };
    startApi().answer({ 'GET /api/file-shares': { body: [shareOf('a', limited)] } });
    renderApp('/');
    expect(await screen.findByText('Wedding')).toBeDefined();
    const facts = screen.getByText('a.pdf').parentElement?.textContent;
    expect(facts).toMatch(/^a\.pdf · 1\.00 MB · 1 of 3 downloads · created \d{4}-\d\d-\d\d$/);
  });

  it.each([
    ['its limit stopped it', 1, /Stopped: download limit reached/],
    ['a restart is due after its limit was raised', 3, /Stopped: restart it to allow more/],
    ['a restart is due after its limit was removed', null, /Stopped: restart it to allow more/],
  ])('says that %s', async (_what, maxDownloads, words) => {
    const used = {
      isActive: false,
      stopReason: 'download-limit',
      maxDownloads,
      deliveredCount: 1,
    };
    startApi().answer({ 'GET /api/file-shares': { body: [shareOf('a', used)] } });
    renderApp('/');
    expect(await screen.findByText(words)).toBeDefined();
  });
});
