import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getToasts } from '../../components/toast/index.js';
import { warnBeforeLeaving } from '../../lib/browser/leave-warning.js';
import { formatLongDay } from '../../lib/texts/format.js';
import { whenIdle } from '../../lib/when-idle.js';
import { setEngineLoader } from './sending/share/load-engine.js';
import {
  chooseAndCreate,
  copied,
  createSender,
  file,
  loseEngine,
  renderApp,
  share,
  someUser,
  startApi,
  withFreshDashboard,
} from './test/dashboard.js';

withFreshDashboard();

describe('creating a share', () => {
  it('offers Create Share only after a file is chosen [1.1, 2.102, 2.103, 4.15, 5.5]', async () => {
    startApi();
    renderApp('/');
    await screen.findByRole('heading', { level: 1, name: /^Welcome/ });
    const button = (name: string) => screen.queryByRole('button', { name });
    expect(button('Select File')).toHaveProperty('disabled', false);
    expect(button('Create Share')).toBeNull();
    await userEvent.upload(screen.getByLabelText('Select File', { selector: 'input' }), file);
    expect(button('Create Share')).toHaveProperty('disabled', false);
    expect(button('Select File')).not.toBeNull();
    for (const name of ['Share Another File', 'Try Again', 'Upgrade to Pro']) {
      expect(button(name)).toBeNull();
    }
  });

  it('leads the keyboard from the choice of a file to Create Share', async () => {
    startApi();
    renderApp('/');
    const select = await screen.findByRole('button', { name: 'Select File' });
    select.focus();
    await userEvent.keyboard('{Enter}');
    const input = screen.getByLabelText('Select File', { selector: 'input' });
    // The dialog of the browser returns the focus to the button that opened it.
    fireEvent.change(input, { target: { files: [file] } });
    const create = await screen.findByRole('button', { name: 'Create Share' });
    expect(document.activeElement).toBe(create);
  });

  it('takes the focus from no other part of the page when a file arrives', async () => {
    startApi();
    renderApp('/');
    const input = await screen.findByLabelText('Select File', { selector: 'input' });
    const other = screen.getByRole('button', { name: 'Logout' });
    other.focus();
    fireEvent.change(input, { target: { files: [file] } });
    await screen.findByRole('button', { name: 'Create Share' });
    expect(document.activeElement).toBe(other);
  });

  it('creates no share in a browser without WebRTC, and says why', async () => {
    const { RTCPeerConnection } = globalThis;
    Reflect.deleteProperty(globalThis, 'RTCPeerConnection');
    try {
      const api = startApi();
      renderApp('/');
      const region = await screen.findByRole('region', { name: 'Share File via WebRTC' });
      const card = within(region);
      expect(card.getByText(/^This browser blocks WebRTC/)).toBeDefined();
      await chooseAndCreate();
      expect(await card.findByText('Error')).toBeDefined();
      expect(card.getByText(/^This browser blocks WebRTC/)).toBeDefined();
      expect(api.to('POST /api/file-shares')).toEqual([]);
    } finally {
      Object.assign(globalThis, { RTCPeerConnection });
    }
  });

  it('creates no share that this page has no code to send', async () => {
    const api = startApi();
    api.answer({ 'POST /api/file-shares': { status: 201, body: share } });
    const find = loseEngine();
    renderApp('/');
    await chooseAndCreate();
    expect(await screen.findAllByText(/^Part of the app could not be loaded/)).not.toEqual([]);
    expect(api.to('POST /api/file-shares')).toEqual([]);
    // Firefox keeps a failed import: trying again may not be enough.
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
    expect(screen.getByText('After a reload, choose your files again.')).toBeDefined();
    find();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Create Share' }));
    await screen.findByRole('dialog', { name: 'Share File: report.pdf' });
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
  });

  it('offers no reload for missing code that would interrupt another transfer', async () => {
    startApi();
    loseEngine();
    renderApp('/');
    warnBeforeLeaving('transfer', true);
    await chooseAndCreate();
    expect(await screen.findByText(/reloading would interrupt it/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
    warnBeforeLeaving('transfer', false);
  });

  it('has its code loaded ahead, for a page that stays open during a release', async () => {
    const load = jest.fn(() => import('../../transfer/index.js'));
    setEngineLoader(load);
    startApi();
    renderApp('/');
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
    expect(createSender).not.toHaveBeenCalled();
  });

  it('loads no code ahead while the device is offline: a failed import may be kept', async () => {
    const load = jest.fn(() => import('../../transfer/index.js'));
    setEngineLoader(load);
    startApi();
    const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    renderApp('/');
    await screen.findByLabelText('Select File');
    // After the page's own idle callback, which was registered before.
    const idle = new Promise<void>((resolve) => {
      whenIdle(resolve);
    });
    await waitFor(() => idle);
    expect(load).not.toHaveBeenCalled();
    isOnline.mockRestore();
  });

  it('shares a file of any size [5.24]', async () => {
    const api = startApi();
    renderApp('/');
    const large = new File(['x'], 'large.bin');
    Object.defineProperty(large, 'size', { value: 1024 ** 5 });
    const input = await screen.findByLabelText('Select File', { selector: 'input' });
    await userEvent.upload(input, large);
    await userEvent.click(screen.getByRole('button', { name: 'Create Share' }));
    await waitFor(() => expect(api.to('POST /api/file-shares')).toHaveLength(1));
    expect(api.to('POST /api/file-shares')[0]?.body).toMatchObject({ fileSizeBytes: 1024 ** 5 });
  });

  it('creates the share, opens its details, copies four lines and resets the form [2.120, 2.126, 3.16, 3.17, 3.18, 3.19, 3.20, 3.21, 3.22, 3.33, 3.34, 3.35, 3.36, 7.2, 8.26]', async () => {
    const api = startApi();
    const user = someUser();
    api.answer({ 'POST /api/file-shares': { status: 201, body: share } });
    renderApp('/', user);
    await chooseAndCreate();
    await screen.findByText('Share Created');
    const dialog = within(await screen.findByRole('dialog', { name: 'Share File: report.pdf' }));
    expect(api.to('POST /api/file-shares')[0]?.body).toEqual({
      filename: 'report.pdf',
      fileSize: '5 Bytes',
      fileType: 'application/octet-stream',
      firebaseUser: user,
      fileSizeBytes: 5,
    });
    const [created] = getToasts();
    expect(created).toMatchObject({ title: 'Share Created', durationMs: 5000 });
    expect(created?.description).toContain('Recent Shares');
    expect(dialog.getByLabelText('Shareable link')).toHaveProperty(
      'value',
      'http://localhost/share/abc',
    );
    expect(dialog.getByLabelText('Password')).toHaveProperty('value', 'kT7-mqP2');
    expect(dialog.getByText('Expires in 7 days')).toBeDefined();

    await userEvent.click(dialog.getByRole('button', { name: 'Copy password' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Copy & Close' }));
    expect(copied[0]).toBe('kT7-mqP2');
    const lines = copied[1]?.split('\n') ?? [];
    expect(lines).toHaveLength(4);
    expect(lines.slice(0, 3)).toEqual([
      'File: report.pdf',
      'Link: http://localhost/share/abc',
      'Password: kT7-mqP2',
    ]);
    expect(lines[3]).toBe(`Expires: ${formatLongDay(share.expiresAt)}`);
    expect(lines[3]).toMatch(/^Expires: \w+ \d+, \d{4}$/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    // The transfer continues while the form is idle again.
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Select File' })).toHaveProperty('disabled', false),
    );
    expect(screen.getByRole('heading', { name: 'Sending now' })).toBeDefined();
    expect(createSender.mock.calls[0]?.[0]).toMatchObject({
      shareId: 'abc',
      signallingUrl: 'ws://localhost/ws',
      credentials: { kind: 'cookie' },
    });
  });

  it.each([
    [403, { message: 'Over the limit' }, '[2.106, 4.7, 4.10, 8.11, 8.12]'],
    [500, { message: 'Monthly share limit reached' }, '[4.7, 4.16, 8.10]'],
  ])('shows the share limit after %d %j %s', async (status, body) => {
    const api = startApi();
    api.answer({ 'POST /api/file-shares': { status, body } });
    renderApp('/');
    await chooseAndCreate();
    await screen.findAllByText('Share Limit Reached');
    expect(screen.getByRole('button', { name: 'Upgrade to Pro' })).toBeDefined();
    const limitText = "You've reached your monthly limit. Upgrade to Pro for unlimited shares.";
    expect(getToasts()).toMatchObject([{ title: 'Share Limit Reached', description: limitText }]);
    const card = within(screen.getByRole('region', { name: 'Share File via WebRTC' }));
    expect(card.getByText('Share Limit Reached')).toBeDefined();
    expect(card.getByText(limitText)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.getByRole('button', { name: 'Select File' })).toHaveProperty('disabled', false);
  });

  it('retries a create after a 5xx answer with the same key', async () => {
    const api = startApi();
    let calls = 0;
    api.answer({
      'POST /api/file-shares': () => {
        calls += 1;
        return calls === 1 ? { status: 503, body: 'busy' } : { status: 201, body: share };
      },
    });
    renderApp('/');
    await chooseAndCreate();
    expect(await screen.findByRole('dialog', { name: 'Share File: report.pdf' })).toBeDefined();
    const keys = api
      .to('POST /api/file-shares')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([expect.stringMatching(/^[\da-f]{32}$/), keys[0]]);
  });

  it("keeps the chosen file at 'Try Again' and uses a new key after a final answer [4.9]", async () => {
    const api = startApi();
    api.answer({ 'POST /api/file-shares': { status: 409, body: 'used' } });
    renderApp('/');
    await chooseAndCreate();
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(screen.getByText('report.pdf')).toBeDefined();
    api.answer({ 'POST /api/file-shares': { status: 201, body: share } });
    await userEvent.click(screen.getByRole('button', { name: 'Create Share' }));
    await screen.findByRole('dialog', { name: 'Share File: report.pdf' });
    const [first, second] = api
      .to('POST /api/file-shares')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(second).not.toBe(first);
  });

  it('shows the message of any other error and Try Again, without Upgrade to Pro [2.105, 2.106, 8.13]', async () => {
    const api = startApi();
    api.answer({ 'POST /api/file-shares': { status: 500, body: 'busy' } });
    renderApp('/');
    await chooseAndCreate();
    await screen.findAllByText('500: busy');
    expect(getToasts()).toMatchObject([{ title: 'Error', description: '500: busy' }]);
    expect(screen.queryByRole('button', { name: 'Upgrade to Pro' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.getByRole('button', { name: 'Create Share' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });
});
