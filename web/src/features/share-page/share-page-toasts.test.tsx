import { jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { look } from '../../../test/dom/tab.js';
import { receiverSnapshot, recipientStatus, senderSnapshot } from '../../../test/snapshots.js';
import { clearToasts, getToasts } from '../../components/toast/index.js';
import { setSession } from '../../lib/account/session.js';
import type { SenderSnapshot } from '../../transfer/api.js';
import type { LoadEngine } from './session/engine-port.js';
import SharePage from './share-page.js';
import { createFakeEngine } from './test/fake-engine.js';
import { installFakeServer, openedShare, type Answer } from './test/fake-server.js';

const access = 'POST /api/shares/s1/access';
const long = { grantExpiresAt: '2000-01-01T00:00:00.000Z' };

const open = (share: object, loadEngine: LoadEngine, routes: Record<string, Answer> = {}) => {
  installFakeServer({ [access]: { body: { ...openedShare, ...share } }, ...routes });
  render(
    <MemoryRouter initialEntries={['/share/s1']}>
      <Routes>
        <Route path="/share/:id" element={<SharePage loadEngine={loadEngine} />} />
      </Routes>
    </MemoryRouter>,
  );
  return userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
};

type Person = ReturnType<typeof open>;

const givePassword = async (user: Person): Promise<void> => {
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Access File' }));
};

const giveDetails = async (user: Person): Promise<void> => {
  await user.type(await screen.findByLabelText('Full Name'), 'Ada Byron');
  await user.type(screen.getByLabelText('Email Address'), 'ada@example.org');
  await user.click(screen.getByRole('button', { name: 'Continue to Download' }));
};

const chooseFile = async (user: Person): Promise<void> => {
  await screen.findByRole('button', { name: 'Select File' });
  const file = new File(['x'], openedShare.filename);
  Object.defineProperty(file, 'size', { value: 64 * 1024 ** 2 });
  await user.upload(screen.getByLabelText('Select File', { selector: 'input' }), file);
};

const settle = () => act(() => jest.advanceTimersByTimeAsync(0));
const last = () => [getToasts()[0]?.title, getToasts()[0]?.description];

const setAgent = (userAgent: string): void => {
  Object.defineProperty(navigator, 'userAgent', { configurable: true, value: userAgent });
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  setSession({ status: 'visitor' });
  clearToasts();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('share page toasts', () => {
  it('shows Failed to Start when the owner’s session cannot be created [8.33]', async () => {
    const user = open({ isOwner: true }, () => Promise.reject(new Error('no engine')));
    await givePassword(user);
    await chooseFile(user);
    await settle();
    expect(last()[0]).toBe('Failed to Start');
  });

  const withoutCode = 'Part of the app could not be loaded.';
  const missing = () => Promise.reject(new TypeError('404'));

  it('says to the owner that the code did not arrive, not that the file could not be opened', async () => {
    const user = open({ isOwner: true }, missing);
    await givePassword(user);
    await chooseFile(user);
    await settle();
    expect(last()[0]).toBe('Failed to Start');
    expect(last()[1]).toContain(withoutCode);
  });

  it('offers the recipient to reload when the code did not arrive, until it does', async () => {
    const engine = createFakeEngine();
    let load: LoadEngine = missing;
    const user = open({}, () => load());
    await givePassword(user);
    await giveDetails(user);
    await user.click(await screen.findByRole('button', { name: 'Download File' }));
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy();
    expect(last()[0]).toBe('Download Failed');
    expect(last()[1]).toContain(withoutCode);
    load = () => Promise.resolve(engine);
    await user.click(screen.getByRole('button', { name: 'Download File' }));
    await screen.findByText('Connecting');
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  });

  it('shows Authentication Error when neither grant nor password is accepted [8.29]', async () => {
    const engine = createFakeEngine();
    const routes: Record<string, Answer> = {
      'POST /api/shares/s1/grant': { status: 401, body: { message: 'over' } },
    };
    const user = open({ isOwner: true, ...long }, () => Promise.resolve(engine), routes);
    await givePassword(user);
    await chooseFile(user);
    await settle();
    installFakeServer({
      'POST /api/shares/s1/grant': { status: 401, body: { message: 'over' } },
      [access]: { status: 401, body: { message: 'over' } },
    });
    const credentials = engine.senderOptions?.credentials;
    if (credentials?.kind !== 'grant') throw new Error('the session was not created');
    await expect(credentials.grant()).rejects.toThrow('over');
    expect(last()).toEqual([
      'Authentication Error',
      'Failed to get authentication token. Please try logging in again.',
    ]);
  });

  it('copies the link and shows Link Copied or Copy Failed [2.155, 8.42]', async () => {
    const engine = createFakeEngine();
    const user = open({ isOwner: true }, () => Promise.resolve(engine));
    const copied: string[] = [];
    const setClipboard = (writeText: (text: string) => Promise<void>): void => {
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    };
    setClipboard((text) => {
      copied.push(text);
      return Promise.resolve();
    });
    await givePassword(user);
    const button = await screen.findByRole('button', { name: 'Copy link' });
    await user.click(button);
    expect(copied).toEqual(['http://localhost/share/s1']);
    expect(last()[0]).toBe('Link Copied');
    setClipboard(() => Promise.reject(new Error('denied')));
    await user.click(button);
    expect(last()[0]).toBe('Copy Failed');
  });

  it.each<[string, SenderSnapshot, SenderSnapshot, string, string]>([
    [
      'the connection fails [8.30]',
      senderSnapshot({ state: 'waiting' }),
      senderSnapshot({ state: 'error', error: { code: 'channel-error' } }),
      'Connection Error',
      'Data channel error',
    ],
    [
      'the connection fails without a reason [8.31]',
      senderSnapshot({ state: 'waiting' }),
      senderSnapshot({ state: 'error' }),
      'Error',
      'Failed to connect',
    ],
    [
      'the transfer fails [8.34]',
      senderSnapshot({ state: 'sending' }),
      senderSnapshot({ state: 'error' }),
      'Transfer Failed',
      'Failed to connect',
    ],
    [
      'the recipient has the file [8.41]',
      senderSnapshot({ state: 'sending', recipients: [recipientStatus({ state: 'sending' })] }),
      senderSnapshot({ state: 'completed', recipients: [recipientStatus({ state: 'completed' })] }),
      'Transfer Complete',
      'File has been successfully shared!',
    ],
    [
      'the connection is retried [8.32]',
      senderSnapshot({ state: 'waiting' }),
      senderSnapshot({ state: 'retrying', attempt: 2 }),
      'Reconnecting...',
      'Connection attempt 2 of 5',
    ],
  ])('shows the sender a toast when %s', async (_when, before, after, title, description) => {
    const engine = createFakeEngine();
    const user = open({ isOwner: true }, () => Promise.resolve(engine));
    await givePassword(user);
    await chooseFile(user);
    await settle();
    act(() => engine.sender.show(before));
    act(() => engine.sender.show(after));
    expect(last()).toEqual([title, description]);
  });

  it('offers Reset Connection after an error, which returns the sender to idle [2.152, 4.60]', async () => {
    const engine = createFakeEngine();
    const user = open({ isOwner: true }, () => Promise.resolve(engine));
    await givePassword(user);
    await chooseFile(user);
    await settle();
    act(() => engine.sender.show(senderSnapshot({ state: 'error' })));
    await user.click(screen.getByRole('button', { name: 'Reset Connection' }));
    expect(screen.getByRole('button', { name: 'Select File' })).toBeDefined();
    expect(screen.getByText('Ready')).toBeDefined();
  });
});

describe('a sender whose share was stopped and restarted', () => {
  it('sends with a new grant after Reset Connection', async () => {
    const engine = createFakeEngine();
    const renewed = { grant: 'grant-2', grantExpiresAt: openedShare.grantExpiresAt };
    const routes: Record<string, Answer> = { 'POST /api/shares/s1/grant': { body: renewed } };
    const user = open({ isOwner: true }, () => Promise.resolve(engine), routes);
    await givePassword(user);
    await chooseFile(user);
    await settle();
    const ended = senderSnapshot({ state: 'error', error: { code: 'share-ended' } });
    act(() => engine.sender.show(ended));
    expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/');
    await user.click(screen.getByRole('button', { name: 'Reset Connection' }));
    await chooseFile(user);
    await settle();
    const credentials = engine.senderOptions?.credentials;
    if (credentials?.kind !== 'grant') throw new Error('the session was not created');
    await expect(credentials.grant()).resolves.toBe('grant-2');
  });
});

describe('phones', () => {
  it('forces a layout every 15 s on iOS during a transfer only [4.82, 9.37]', async () => {
    const { userAgent } = navigator;
    setAgent('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1');
    const engine = createFakeEngine();
    const recorded = { 'POST /api/shares/s1/download': {} };
    const user = open({}, () => Promise.resolve(engine), recorded);
    await givePassword(user);
    await user.type(await screen.findByLabelText('Full Name'), 'Ada');
    await user.type(screen.getByLabelText('Email Address'), 'ada@example.org');
    await user.click(screen.getByRole('button', { name: 'Continue to Download' }));
    await user.click(await screen.findByRole('button', { name: 'Download File' }));
    await settle();
    const nudge = () => document.body.dataset['nudge'];
    await act(() => jest.advanceTimersByTimeAsync(14_900));
    expect(nudge()).toBeUndefined();
    await act(() => jest.advanceTimersByTimeAsync(200));
    const first = nudge();
    expect(first).toBeDefined();
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(nudge()).not.toBe(first);
    act(() => engine.receiver.show(receiverSnapshot({ state: 'completed' })));
    expect(nudge()).toBeUndefined();
    setAgent(userAgent);
  });

  it('forces no layout on other devices [4.82]', async () => {
    const engine = createFakeEngine();
    const user = open({ isOwner: true }, () => Promise.resolve(engine));
    await givePassword(user);
    await chooseFile(user);
    await settle();
    act(() => engine.sender.show(senderSnapshot({ state: 'sending' })));
    await act(() => jest.advanceTimersByTimeAsync(31_000));
    expect(document.body.dataset['nudge']).toBeUndefined();
  });

  it('warns about a background tab while connecting [4.79]', async () => {
    const engine = createFakeEngine();
    const user = open({}, () => Promise.resolve(engine));
    await givePassword(user);
    await user.type(await screen.findByLabelText('Full Name'), 'Ada');
    await user.type(screen.getByLabelText('Email Address'), 'ada@example.org');
    await user.click(screen.getByRole('button', { name: 'Continue to Download' }));
    await user.click(await screen.findByRole('button', { name: 'Download File' }));
    await settle();
    look('hidden');
    expect(screen.getByRole('alert').textContent).toContain('This tab was in the background');
  });
});
