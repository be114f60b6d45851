import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type {
  ReceiverLink,
  SenderOptions,
  SenderSession,
  SenderSnapshot,
} from '../../transfer/api.js';

const quiet: SenderSnapshot = {
  state: 'waiting',
  attempt: 0,
  maxAttempts: 5,
  receivers: [],
  error: null,
};

/** A sender session that a test moves by hand. */
const createFakeSession = () => {
  let snapshot = quiet;
  const listeners = new Set<() => void>();
  const retry = jest.fn();
  const close = jest.fn();
  const pause = jest.fn();
  const resume = jest.fn();
  const session: SenderSession = {
    getSnapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry,
    pause,
    resume,
    close,
  };
  const show = (next: Partial<SenderSnapshot>): void => {
    snapshot = { ...quiet, ...next };
    act(() => {
      for (const listener of listeners) listener();
    });
  };
  return { session, show, retry, close, pause, resume };
};

let sessions: ReturnType<typeof createFakeSession>[] = [];
const createSender = jest.fn((_options: SenderOptions): SenderSession => {
  const fake = createFakeSession();
  sessions.push(fake);
  return fake.session;
});
jest.unstable_mockModule('../../transfer/index.js', () => ({ createSender }));
const { freeRecord, proRecord, renderApp, someUser, startApi, tidyUp } =
  await import('../../../test/render-app.js');

const day = 86_400_000;
const share = {
  id: '1',
  shareId: 'abc',
  filename: 'report.pdf',
  fileSize: '1.00 MB',
  fileType: 'application/pdf',
  password: 'kT7-mqP2',
  downloadCount: 2,
  expiresAt: new Date(Date.now() + 7 * day - 60_000).toISOString(),
  isActive: true,
};

const copied: string[] = [];

beforeEach(() => {
  sessions = [];
  createSender.mockClear();
  copied.length = 0;
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: (text: string) => {
        copied.push(text);
        return Promise.resolve();
      },
    },
  });
});
afterEach(tidyUp);

const file = new File(['hello'], 'report.pdf', { type: '' });

const chooseAndCreate = async (): Promise<void> => {
  const input = await screen.findByLabelText('Select File');
  await userEvent.upload(input, file);
  await userEvent.click(screen.getByRole('button', { name: 'Create Share' }));
};

const link = (part: Partial<ReceiverLink>): ReceiverLink => ({
  peerId: 'p1',
  state: 'sending',
  stats: {
    progressPercent: 42,
    bytesTransferred: 440_402,
    totalBytes: 1_048_576,
    bytesPerSecond: 2_097_152,
    etaSeconds: 65,
  },
  connectionType: 'direct',
  isVerified: false,
  error: null,
  ...part,
});

describe('creating a share (specification, sections 2, 3 and 4)', () => {
  it('offers Create Share only with a file chosen', async () => {
    startApi();
    renderApp('/');
    const select = await screen.findByRole('button', { name: 'Select File' });
    expect(select).toHaveProperty('disabled', false);
    expect(screen.queryByRole('button', { name: 'Create Share' })).toBeNull();
    await userEvent.upload(screen.getByLabelText('Select File', { selector: 'input' }), file);
    expect(screen.getByRole('button', { name: 'Create Share' })).toBeDefined();
  });

  it('sends the payload, opens the details, copies four lines, and is ready for the next file', async () => {
    const api = startApi();
    const user = someUser();
    api.answer({ 'POST /api/file-shares': { status: 201, body: share } });
    renderApp('/', user);
    await chooseAndCreate();
    const dialog = within(await screen.findByRole('dialog', { name: 'Share File: report.pdf' }));
    expect(api.to('POST /api/file-shares')[0]?.body).toEqual({
      filename: 'report.pdf',
      fileSize: '5 Bytes',
      fileType: 'application/octet-stream',
      firebaseUser: user,
      fileSizeBytes: 5,
    });
    expect(screen.getByText('Share Created')).toBeDefined();
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
    expect(lines[3]).toMatch(/^Expires: \w+ \d+, \d{4}$/);

    // The share goes on in the background while the form is idle again.
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Select File' })).toHaveProperty('disabled', false),
    );
    expect(screen.getByRole('heading', { name: 'Live from this tab' })).toBeDefined();
    expect(createSender.mock.calls[0]?.[0]).toMatchObject({
      shareId: 'abc',
      signallingUrl: 'ws://localhost/ws',
      authority: { kind: 'cookie' },
    });
  });

  it.each([
    [403, { message: 'Monthly share limit reached' }],
    [500, { message: 'Monthly share limit reached' }],
  ])('a refusal with %d %j is limit_reached', async (status, body) => {
    const api = startApi();
    api.answer({ 'POST /api/file-shares': { status, body } });
    renderApp('/');
    await chooseAndCreate();
    expect(await screen.findByRole('button', { name: 'Upgrade to Pro' })).toBeDefined();
    expect(screen.getAllByText('Share Limit Reached').length).toBeGreaterThan(0);
    expect(
      screen.getAllByText("You've reached your monthly limit. Upgrade to Pro for unlimited shares.")
        .length,
    ).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.getByRole('button', { name: 'Select File' })).toHaveProperty('disabled', false);
  });

  it('any other refusal is an error with its message', async () => {
    const api = startApi();
    api.answer({ 'POST /api/file-shares': { status: 503, body: 'busy' } });
    renderApp('/');
    await chooseAndCreate();
    expect(await screen.findAllByText('503: busy')).not.toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined();
  });
});

describe('serving a share in the background (specification, sections 4 and 8)', () => {
  const serve = async () => {
    const api = startApi();
    api.answer({ 'POST /api/file-shares': { status: 201, body: share } });
    const view = renderApp('/');
    await chooseAndCreate();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(sessions).toHaveLength(1));
    const [fake] = sessions;
    if (fake === undefined) throw new Error('no session');
    return { ...fake, api, view };
  };

  it('shows progress, speed and time left per receiver, then the verified end', async () => {
    const { show } = await serve();
    show({ state: 'sending', receivers: [link({})] });
    expect(screen.getByText('Channel Ready')).toBeDefined();
    expect(screen.getByText('42.0%')).toBeDefined();
    expect(
      screen.getByText('430.08 KB of 1.00 MB · 2.00 MB/s · 1m 5s left · Direct connection'),
    ).toBeDefined();
    expect(screen.getByRole('progressbar', { name: 'Progress of Recipient 1' })).toBeDefined();
    show({ state: 'completed', receivers: [link({ state: 'completed', isVerified: true })] });
    expect(screen.getByText('Transfer Complete')).toBeDefined();
    expect(screen.getByText(/Verified, identical to your copy/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Share Another File' })).toBeDefined();
  });

  it('pauses and resumes', async () => {
    const { show, pause, resume } = await serve();
    show({ state: 'sending', receivers: [link({})] });
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(pause).toHaveBeenCalledTimes(1);
    show({ state: 'sending', receivers: [link({ state: 'paused' })] });
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
    expect(resume).toHaveBeenCalledTimes(1);
  });

  it('tells reconnects as attempts of three, and retries after an error', async () => {
    const { show, retry } = await serve();
    show({ state: 'retrying', attempt: 2 });
    expect(screen.getByText('report.pdf - Reconnecting')).toBeDefined();
    expect(screen.getAllByText('Attempting to reconnect... (2/3)').length).toBeGreaterThan(0);
    show({ state: 'error', error: { code: 'channel-error' } });
    expect(screen.getByText('report.pdf - Connection Error')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it('warns before the tab closes while a share is served, and not afterwards', async () => {
    const { show } = await serve();
    const leave = (): boolean => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(true);
    show({ state: 'completed', receivers: [link({ state: 'completed' })] });
    expect(leave()).toBe(false);
  });

  it('goes on while another page is open and ends with the session', async () => {
    const { view, close } = await serve();
    view.unmount();
    expect(close).not.toHaveBeenCalled();
    tidyUp();
    expect(close).toHaveBeenCalled();
  });
});

describe('Recent Shares (specification, sections 2, 4 and 8)', () => {
  const rows = [
    share,
    { ...share, id: '2', shareId: 'st', filename: 'stopped.zip', isActive: false },
    {
      ...share,
      id: '3',
      shareId: 'ex',
      filename: 'old.txt',
      expiresAt: new Date(Date.now() - day).toISOString(),
    },
  ];

  it('says so when there is none', async () => {
    startApi();
    renderApp('/');
    expect(
      await screen.findByText('No file shares yet. Upload your first file to get started!'),
    ).toBeDefined();
  });

  it('shows status and actions of active, stopped and expired shares', async () => {
    startApi().answer({ 'GET /api/file-shares': { body: rows } });
    renderApp('/');
    await screen.findByText('Stopped');
    const all = screen.getAllByRole('listitem');
    const items = rows.map(({ filename }) => {
      const item = all.find((element) => element.textContent.includes(filename));
      if (item === undefined) throw new Error(`no row of ${filename}`);
      return within(item);
    });
    const [active, stopped, expired] = items;
    expect(active?.getByText('Active')).toBeDefined();
    expect(active?.getByText('7 days left')).toBeDefined();
    expect(active?.getByRole('button', { name: 'Stop report.pdf' })).toBeDefined();
    expect(active?.queryByRole('button', { name: /^Delete/ })).toBeNull();
    expect(stopped?.getByText('Stopped')).toBeDefined();
    expect(stopped?.getByRole('button', { name: 'Copy link of stopped.zip' })).toBeDefined();
    expect(stopped?.getByRole('button', { name: 'Restart stopped.zip' })).toBeDefined();
    expect(expired?.getByText('Expired')).toBeDefined();
    expect(expired?.getByRole('button', { name: 'Delete old.txt' })).toBeDefined();
    expect(expired?.queryByRole('button', { name: /^Copy link/ })).toBeNull();
  });

  it.each([
    ['Stop report.pdf', 'POST /api/file-shares/abc/stop', 'Share Stopped', { idToken: 'id-token' }],
    [
      'Restart stopped.zip',
      'POST /api/file-shares/st/restart',
      'Share Restarted',
      { idToken: 'id-token' },
    ],
    ['Delete old.txt', 'DELETE /api/file-shares/ex', 'Share Deleted', ''],
  ])('%s calls %s and reads the list again', async (name, route, title, body) => {
    const api = startApi();
    api.answer({ 'GET /api/file-shares': { body: rows }, [route]: { body: { success: true } } });
    renderApp('/');
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText(title)).toBeDefined();
    expect(api.to(route)[0]?.body).toEqual(body);
    await waitFor(() => expect(api.to('GET /api/file-shares').length).toBeGreaterThan(1));
  });

  it.each([
    ['Stop report.pdf', 'Failed to Stop Share'],
    ['Restart stopped.zip', 'Failed to Restart Share'],
    ['Delete old.txt', 'Failed to Delete Share'],
  ])('%s refused says %s with the message', async (name, title) => {
    startApi().answer({ 'GET /api/file-shares': { body: rows } });
    renderApp('/');
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.getByText('404: Not mocked')).toBeDefined();
  });

  it('copies the link, and says so when the browser refuses', async () => {
    startApi().answer({ 'GET /api/file-shares': { body: rows } });
    renderApp('/');
    const button = await screen.findByRole('button', { name: 'Copy link of report.pdf' });
    await userEvent.click(button);
    expect(copied).toEqual(['http://localhost/share/abc']);
    expect(await screen.findByText('Link Copied')).toBeDefined();
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => Promise.reject(new Error('denied')) },
    });
    await userEvent.click(button);
    expect(await screen.findByText('Copy Failed')).toBeDefined();
  });

  it('takes the file again for an active share that no tab sends, and only that file', async () => {
    startApi().answer({
      'GET /api/file-shares': { body: [{ ...share, fileSize: '5 Bytes' }] },
    });
    renderApp('/');
    const input = await screen.findByLabelText('Choose the file again to send report.pdf', {
      selector: 'input',
    });
    await userEvent.upload(input, new File(['other'], 'other.pdf'));
    expect(await screen.findByText('Not the same file')).toBeDefined();
    expect(sessions).toHaveLength(0);
    await userEvent.upload(input, file);
    await waitFor(() => expect(sessions).toHaveLength(1));
    expect(await screen.findByText('Live')).toBeDefined();
  });

  it('says when guessing stopped a share', async () => {
    const stopped = { ...share, isActive: false, stopReason: 'wrong-passwords' };
    startApi().answer({ 'GET /api/file-shares': { body: [stopped] } });
    renderApp('/');
    expect(await screen.findByText(/Stopped after several wrong passwords/)).toBeDefined();
  });

  it('renders a thousand shares step by step', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({
      ...share,
      shareId: `s${index}`,
      filename: `file-${index}.pdf`,
    }));
    startApi().answer({ 'GET /api/file-shares': { body: many } });
    renderApp('/');
    const more = await screen.findByRole('button', { name: 'Show 960 more' });
    expect(screen.queryByText('file-40.pdf')).toBeNull();
    await userEvent.click(more);
    expect(screen.getByText('file-40.pdf')).toBeDefined();
  });

  it('is polled every 30 s', async () => {
    const api = startApi();
    renderApp('/');
    await screen.findByText('No file shares yet. Upload your first file to get started!');
    const calls = (): number => api.to('GET /api/file-shares').length;
    expect(calls()).toBe(1);
    jest.useFakeTimers();
    tidyUp();
    renderApp('/');
    await act(() => jest.advanceTimersByTimeAsync(1000));
    const before = calls();
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(calls()).toBe(before + 1);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(calls()).toBe(before + 3);
    jest.useRealTimers();
  });

  it('opens the details from the options', async () => {
    startApi().answer({ 'GET /api/file-shares': { body: rows } });
    renderApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Options of report.pdf' }));
    expect(await screen.findByRole('dialog', { name: 'Share File: report.pdf' })).toBeDefined();
  });
});

describe('plan and usage (specification, sections 2 and 6)', () => {
  it('shows used shares, and the banner from eight on', async () => {
    startApi().answer({ 'GET /api/user': { body: { ...freeRecord, sharesUsedThisMonth: 8 } } });
    renderApp('/');
    expect(await screen.findByText('8 / 10')).toBeDefined();
    expect(screen.getByText('Free Plan')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Upgrade Account' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Help' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Upgrade Now' }));
    await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/subscribe'));
  });

  it('shows no banner at seven', async () => {
    startApi().answer({ 'GET /api/user': { body: { ...freeRecord, sharesUsedThisMonth: 7 } } });
    renderApp('/');
    expect(await screen.findByText('7 / 10')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Upgrade Now' })).toBeNull();
  });

  it('shows Unlimited, Help and a choice of expiry for Pro', async () => {
    const api = startApi();
    api.answer({
      'GET /api/user': { body: { ...proRecord, sharesUsedThisMonth: 12 } },
      'POST /api/file-shares': { status: 201, body: share },
    });
    renderApp('/');
    expect(await screen.findByText('Pro Plan')).toBeDefined();
    expect(screen.getByText(/Unlimited/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Help' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Upgrade Account' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Upgrade Now' })).toBeNull();
    await userEvent.upload(screen.getByLabelText('Select File', { selector: 'input' }), file);
    const days = screen.getByLabelText('Link valid for');
    await userEvent.clear(days);
    await userEvent.type(days, '30');
    await userEvent.click(screen.getByRole('button', { name: 'Create Share' }));
    await screen.findByRole('dialog');
    expect(api.to('POST /api/file-shares')[0]?.body).toMatchObject({ expiresInDays: 30 });
  });

  it('says Logged Out and leaves', async () => {
    startApi();
    renderApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('Logged Out')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Recent Shares' })).toBeNull();
  });
});
