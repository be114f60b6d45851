import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { jest } from '@jest/globals';
import { clearToasts, getToasts } from '../../components/toast/index.js';
import { setSession } from '../../lib/session.js';
import type { ReceiverSnapshot } from '../../transfer/api.js';
import SharePage from './share-page.js';
import { createFakeEngine, noStats, receiverSnapshot, senderSnapshot } from './test/fake-engine.js';
import { installFakeServer, openedShare, type Answer } from './test/fake-server.js';

const access = 'POST /api/shares/s1/access';
const record = 'POST /api/shares/s1/download';

/** Stands for every other page and says which one it is. */
function Where() {
  const { pathname, search } = useLocation();
  return <p data-testid="elsewhere">{pathname + search}</p>;
}

const elsewhere = (): string | null => screen.queryByTestId('elsewhere')?.textContent ?? null;

const open = (routes: Record<string, Answer | 'offline'> = {}, engine = createFakeEngine()) => {
  const asked = installFakeServer({ [access]: { body: openedShare }, [record]: {}, ...routes });
  const loadEngine = () => Promise.resolve(engine);
  const view = render(
    <MemoryRouter initialEntries={['/share/s1']}>
      <Routes>
        <Route path="/share/:id" element={<SharePage loadEngine={loadEngine} />} />
        <Route path="*" element={<Where />} />
      </Routes>
    </MemoryRouter>,
  );
  const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  return { asked, engine, user, view };
};

type Opened = ReturnType<typeof open>;

const givePassword = async ({ user }: Opened, password = 'secret'): Promise<void> => {
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Access File' }));
};

const giveDetails = async ({ user }: Opened): Promise<void> => {
  await user.type(await screen.findByLabelText('Full Name'), 'Ada Byron');
  await user.type(screen.getByLabelText('Email Address'), 'ada@example.org');
  await user.click(screen.getByRole('button', { name: 'Continue to Download' }));
};

const startDownload = async (page: Opened): Promise<void> => {
  await givePassword(page);
  await giveDetails(page);
  await page.user.click(await screen.findByRole('button', { name: 'Download File' }));
  await screen.findByText('Connecting');
  await settle();
};

/** Everything that was only waiting for promises has happened. */
const settle = () => act(() => jest.advanceTimersByTimeAsync(0));

const show = (page: Opened, part: Partial<ReceiverSnapshot>): void =>
  act(() => page.engine.receiver.show(receiverSnapshot(part)));

const lastToast = () => {
  const [last] = getToasts();
  return [last?.title, last?.description, last?.variant];
};

const halfWay = {
  progressPercent: 50,
  bytesTransferred: 32 * 1024 ** 2,
  totalBytes: 64 * 1024 ** 2,
  bytesPerSecond: 2 * 1024 ** 2,
  etaSeconds: 16,
};

const complete: Partial<ReceiverSnapshot> = {
  state: 'completed',
  file: { filename: 'holiday film.mp4', fileType: 'video/mp4', totalBytes: 64 * 1024 ** 2 },
  stats: { ...halfWay, progressPercent: 100, bytesTransferred: 64 * 1024 ** 2 },
  isVerified: true,
  connectionType: 'direct',
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  setSession({ status: 'visitor' });
  clearToasts();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('step 1, the password (specification, sections 2, 5 and 8)', () => {
  it('is titled, hides what is typed, and shows it on request', async () => {
    const { user } = open();
    expect(screen.getByRole('heading', { name: 'Password Protected File' })).toBeTruthy();
    const field = screen.getByLabelText('Password');
    expect(field).toHaveProperty('type', 'password');
    expect(field).toHaveProperty('required', true);
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveProperty('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field).toHaveProperty('type', 'password');
  });

  it('refuses white space without asking the server', async () => {
    const page = open();
    await givePassword(page, '   ');
    expect(lastToast()).toEqual([
      'Password Required',
      'Please enter the password to access this file.',
      'destructive',
    ]);
    expect(page.asked.some(({ route }) => route === access)).toBe(false);
  });

  it('sends the password in the body only, and says Verifying... meanwhile', async () => {
    const page = open();
    await page.user.type(screen.getByLabelText('Password'), ' secret ');
    let release = (): void => undefined;
    const answer = globalThis.fetch;
    Object.assign(globalThis, {
      fetch: async (url: string, init: RequestInit) => {
        if (url.includes('access')) await new Promise<void>((done) => (release = done));
        return answer(url, init);
      },
    });
    await page.user.click(screen.getByRole('button', { name: 'Access File' }));
    expect(screen.getByRole('button', { name: 'Verifying...' })).toHaveProperty('disabled', true);
    release();
    await settle();
    await screen.findByRole('heading', { name: 'Download Information Required' });
    const asked = page.asked.find(({ route }) => route === access);
    expect(asked?.body).toEqual({ password: 'secret' });
    expect(page.asked.every(({ route }) => !route.includes('secret'))).toBe(true);
  });

  it.each<[string, Answer | 'offline', string, string]>([
    [
      "the server's message",
      { status: 403, body: { message: 'This share was stopped.' } },
      'Access Denied',
      'This share was stopped.',
    ],
    [
      'the fallback when the answer carries none',
      { status: 502, body: '<html>Bad gateway</html>' },
      'Access Denied',
      'Invalid password or expired link.',
    ],
    [
      'the network sentence when no answer came',
      'offline',
      'Connection Error',
      'Network error: Unable to connect to server. Please check your internet connection.',
    ],
  ])('a refusal shows %s', async (_, answer, title, message) => {
    const page = open({ [access]: answer });
    await givePassword(page);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(lastToast()).toEqual([title, message, 'destructive']);
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('button', { name: 'Access File' })).toHaveProperty('disabled', false);
  });
});

describe('step 2, name and address (specification, sections 2 and 5)', () => {
  it.each([
    [
      '',
      'ada@example.org',
      'Information Required',
      'Please enter both your name and email address.',
    ],
    ['Ada', '', 'Information Required', 'Please enter both your name and email address.'],
    ['Ada', 'ada.example.org', 'Invalid Email', 'Please enter a valid email address.'],
  ])('name "%s" and address "%s" are refused: %s', async (name, email, title, description) => {
    const page = open();
    await givePassword(page);
    const nameField = await screen.findByLabelText('Full Name');
    if (name !== '') await page.user.type(nameField, name);
    if (email !== '') await page.user.type(screen.getByLabelText('Email Address'), email);
    await page.user.click(screen.getByRole('button', { name: 'Continue to Download' }));
    expect(lastToast()).toEqual([title, description, 'destructive']);
    expect(screen.getByText(description)).toBeTruthy();
    expect(nameField).toHaveProperty('required', true);
    // The field at fault is marked and has the focus; the other is left in peace.
    const fields = [nameField, screen.getByLabelText('Email Address')];
    const faulty = fields.filter((field) => field.getAttribute('aria-invalid') === 'true');
    expect(faulty).toEqual([
      title === 'Information Required' && name === '' ? fields[0] : fields[1],
    ]);
    expect(document.activeElement).toBe(faulty[0]);
  });

  it('shows the file, with Unknown for an empty type', async () => {
    const page = open({ [access]: { body: { ...openedShare, fileType: '' } } });
    await givePassword(page);
    expect(await screen.findByText('holiday film.mp4')).toBeTruthy();
    expect(screen.getByText('64.00 MB')).toBeTruthy();
    expect(screen.getByText('Unknown')).toBeTruthy();
  });

  it('is prefilled for a signed-in user', async () => {
    setSession({
      status: 'user',
      user: { uid: 'u', email: 'eve@example.org', displayName: 'Eve', photoURL: null },
    });
    const page = open();
    await givePassword(page);
    expect(await screen.findByLabelText('Full Name')).toHaveProperty('value', 'Eve');
    expect(screen.getByLabelText('Email Address')).toHaveProperty('value', 'eve@example.org');
    await page.user.click(screen.getByRole('button', { name: 'Continue to Download' }));
    expect(lastToast()[0]).toBe('Information Received');
  });
});

describe('step 3 for the recipient (specification, sections 2, 4 and 8)', () => {
  it('starts on the click, with the grant and the chosen place', async () => {
    const page = open();
    await startDownload(page);
    expect(lastToast()[0]).toBe('Download Started');
    const options = page.engine.receiverOptions;
    expect(options?.shareId).toBe('s1');
    expect(options?.signallingUrl).toBe('ws://localhost/ws');
    expect(options?.authority.kind).toBe('grant');
    if (options?.authority.kind === 'grant') {
      await expect(options.authority.grant()).resolves.toBe('grant-1');
    }
  });

  it.each<[string, Partial<ReceiverSnapshot>, string, string]>([
    ['connecting', { state: 'connecting' }, 'Connecting', 'Connecting to the sender…'],
    ['waiting', { state: 'waiting' }, 'Waiting', 'Connected. Waiting for the sender to start…'],
    ['receiving', { state: 'receiving', stats: halfWay }, 'Receiving', 'Receiving file…'],
    ['retrying', { state: 'retrying', attempt: 2 }, 'Retrying', 'Reconnecting… attempt 2 of 5'],
    ['error', { state: 'error' }, 'Error', 'Connection failed'],
  ])('%s shows its badge and status', async (_, part, badge, status) => {
    const page = open();
    await startDownload(page);
    show(page, part);
    const region = screen.getByText(badge).closest('[role=status]');
    expect(region).toBeTruthy();
    expect(within(region as HTMLElement).getByText(status)).toBeTruthy();
  });

  it('shows progress with one decimal, speed and remaining time, and pauses and resumes', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    for (const figure of ['50.0%', '32.00 MB of 64.00 MB', '2.00 MB/s', '16s left']) {
      expect(screen.getByText(figure)).toBeTruthy();
    }
    expect(screen.getByText('50 percent done')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Pause' }));
    show(page, { state: 'paused', stats: halfWay });
    await page.user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(page.engine.receiver.calls).toEqual(['pause', 'resume']);
  });

  it('records the completed download exactly once, with keepalive', async () => {
    const page = open();
    await startDownload(page);
    show(page, complete);
    show(page, { ...complete, connectionType: 'stun' });
    const records = page.asked.filter(({ route }) => route === record);
    expect(records).toHaveLength(1);
    expect(records[0]?.body).toEqual({
      password: 'secret',
      downloaderInfo: { name: 'Ada Byron', email: 'ada@example.org' },
    });
    expect(records[0]?.init.keepalive).toBe(true);
    expect(screen.getByText("Verified, identical to the sender's copy")).toBeTruthy();
    expect(lastToast()[0]).toBe('File Received');
  });

  it('claims no verification that did not happen, and only logs a failing record', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const page = open({ [record]: { status: 500 } });
    await startDownload(page);
    show(page, { ...complete, isVerified: false });
    await settle();
    expect(screen.queryByText("Verified, identical to the sender's copy")).toBeNull();
    expect(lastToast()[0]).toBe('File Received');
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  it('a failure is recorded once as one, and the success after it as well (spec §3: audit status failure)', async () => {
    const page = open();
    await startDownload(page);
    const failed = { state: 'error', error: { code: 'peer-unreachable' } } as const;
    show(page, failed);
    show(page, { state: 'connecting' });
    show(page, failed);
    show(page, complete);
    await settle();
    const outcomes = page.asked
      .filter(({ route }) => route === record)
      .map(({ body }) => (body as { outcome?: string }).outcome);
    expect(outcomes).toEqual(['failed', undefined]);
  });

  it('Try Again restarts the connection; so does coming back to the page after one second', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'error', error: { code: 'peer-unreachable' } });
    const sentence = 'Connection failed - unable to reach peer';
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(lastToast()).toEqual(['Connection Error', sentence, 'destructive']);
    await page.user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(page.engine.receiver.calls).toEqual(['retry']);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    act(() => jest.advanceTimersByTime(999));
    expect(page.engine.receiver.calls).toEqual(['retry']);
    act(() => jest.advanceTimersByTime(1));
    expect(page.engine.receiver.calls).toEqual(['retry', 'retry']);
  });

  it('warns once the tab was in the background while bytes moved', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    hidden.mockRestore();
    expect(screen.getByRole('alert').textContent).toContain('This tab was in the background');
  });

  it('while bytes move, closing asks first and links open in a new tab; afterwards nothing is in the way', async () => {
    const opened = jest.spyOn(window, 'open').mockReturnValue(null);
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await page.user.click(screen.getByRole('link', { name: 'Terms' }));
    expect(opened).toHaveBeenCalledWith('http://localhost/terms', '_blank', 'noopener');
    const saving = document.createElement('a');
    saving.href = '#received';
    saving.download = 'holiday film.mp4';
    document.body.append(saving);
    const isLeftAlone = saving.dispatchEvent(new MouseEvent('click', { cancelable: true }));
    saving.remove();
    expect(isLeftAlone).toBe(true);
    show(page, complete);
    const leavingLater = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leavingLater);
    expect(leavingLater.defaultPrevented).toBe(false);
    opened.mockRestore();
  });

  it('a picker closed by the person is no error; a failing one is', async () => {
    const cancelled = createFakeEngine(() =>
      Promise.reject(new DOMException('closed', 'AbortError')),
    );
    const page = open({}, cancelled);
    await givePassword(page);
    await giveDetails(page);
    await page.user.click(await screen.findByRole('button', { name: 'Download File' }));
    await settle();
    const again = await screen.findByRole('button', { name: 'Download File' });
    expect(lastToast()[0]).toBe('Information Received');

    cancelled.chooseSink = () => Promise.reject(new Error('no disk'));
    await page.user.click(again);
    await screen.findByRole('button', { name: 'Download File' });
    await settle();
    expect(lastToast()).toEqual([
      'Download Failed',
      'Failed to start download. Please try again.',
      'destructive',
    ]);
  });

  it('releases the session when the page goes', async () => {
    const page = open();
    await startDownload(page);
    page.view.unmount();
    expect(page.engine.receiver.calls).toEqual(['close']);
  });
});

describe('the invitation to sign up (specification, section 2)', () => {
  it('comes only after completion and leads to a prefilled sign-up after two seconds', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    act(() => jest.advanceTimersByTime(10_000));
    expect(elsewhere()).toBeNull();
    show(page, complete);
    expect(screen.getByText('Create an account to send files yourself')).toBeTruthy();
    act(() => jest.advanceTimersByTime(1_999));
    expect(elsewhere()).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1));
    const [pathname, search] = (elsewhere() ?? '').split('?');
    expect(pathname).toBe('/login');
    const query = new URLSearchParams(search);
    expect(Object.fromEntries(query)).toEqual({
      email: 'ada@example.org',
      name: 'Ada Byron',
      tab: 'signup',
    });
  });

  it('is cancelled by Stay on this page', async () => {
    const page = open();
    await startDownload(page);
    show(page, complete);
    await page.user.click(screen.getByRole('button', { name: 'Stay on this page' }));
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(elsewhere()).toBeNull();
  });

  it('is not for signed-in users', async () => {
    const page = open();
    await startDownload(page);
    act(() =>
      setSession({
        status: 'user',
        user: { uid: 'u', email: 'a@b.c', displayName: null, photoURL: null },
      }),
    );
    show(page, complete);
    expect(screen.queryByText('Create an account to send files yourself')).toBeNull();
  });
});

describe('step 3 for the owner (specification, sections 2 and 4)', () => {
  const openAsOwner = async () => {
    const page = open({ [access]: { body: { ...openedShare, isOwner: true } } });
    await givePassword(page);
    await screen.findByRole('button', { name: 'Select File' });
    return page;
  };

  const film = (): File => {
    const file = new File(['x'], openedShare.filename, { type: 'video/mp4' });
    Object.defineProperty(file, 'size', { value: 64 * 1024 ** 2 });
    return file;
  };

  it('asks for no details, starts Ready, and sends the promised file at once', async () => {
    const page = await openAsOwner();
    expect(screen.queryByLabelText('Full Name')).toBeNull();
    expect(screen.getByText('Ready')).toBeTruthy();
    const file = film();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), file);
    expect(await screen.findByText('Connecting to signaling server')).toBeTruthy();
    expect(page.engine.senderOptions?.file).toBe(file);
  });

  it('asks before it sends another file than the one promised', async () => {
    const page = await openAsOwner();
    const other = new File(['y'], 'other.txt');
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), other);
    expect(page.engine.senderOptions).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Send it anyway' }));
    await screen.findByText('Connecting to signaling server');
    expect(page.engine.senderOptions?.file).toBe(other);
  });

  it('counts receivers, shows each one, and can be reset when it is over', async () => {
    const page = await openAsOwner();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    const link = {
      state: 'waiting' as const,
      stats: noStats,
      connectionType: 'unknown' as const,
      isVerified: false,
      error: null,
    };
    const receivers = [
      { ...link, peerId: 'a' },
      { ...link, peerId: 'b' },
    ];
    act(() => page.engine.sender.show(senderSnapshot({ state: 'waiting', receivers })));
    expect(screen.getByText('2 receivers connected')).toBeTruthy();
    const moving = receivers.map((each) => ({
      ...each,
      state: 'sending' as const,
      stats: halfWay,
    }));
    act(() => page.engine.sender.show(senderSnapshot({ state: 'sending', receivers: moving })));
    expect(screen.getAllByRole('progressbar')).toHaveLength(2);
    act(() => page.engine.sender.show(senderSnapshot({ state: 'completed', receivers: moving })));
    expect(screen.getByText('Complete')).toBeTruthy();
    expect(lastToast().slice(0, 2)).toEqual([
      'Transfer Complete',
      'File has been successfully shared!',
    ]);
    await page.user.click(screen.getByRole('button', { name: 'Reset Connection' }));
    expect(screen.getByRole('button', { name: 'Select File' })).toBeTruthy();
    expect(page.engine.sender.calls).toEqual(['close']);
  });
});
