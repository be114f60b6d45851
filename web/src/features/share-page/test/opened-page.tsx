/** Renders the share page in a test and performs its steps. */

import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { receiverSnapshot } from '../../../../test/snapshots.js';
import { clearToasts, getToasts } from '../../../components/toast/index.js';
import { setSession } from '../../../lib/account/session.js';
import type { ReceiverSnapshot } from '../../../transfer/api.js';
import SharePage from '../share-page.js';
import { createFakeEngine } from './fake-engine.js';
import { installFakeServer, openedShare, type Answer } from './fake-server.js';

export const access = 'POST /api/shares/s1/access';
export const record = 'POST /api/shares/s1/download';
export const renewal = 'POST /api/shares/s1/grant';

/** Stands in for every other page and shows its address. */
function Where() {
  const { pathname, search } = useLocation();
  return <p data-testid="elsewhere">{pathname + search}</p>;
}

export const elsewhere = (): string | null =>
  screen.queryByTestId('elsewhere')?.textContent ?? null;

export const open = (
  routes: Record<string, Answer | 'offline'> = {},
  engine = createFakeEngine(),
) => {
  /** Tests may change an answer later. */
  const answers: typeof routes = { [access]: { body: openedShare }, [record]: {}, ...routes };
  const asked = installFakeServer(answers);
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
  return { asked, answers, engine, user, view };
};

export type Opened = ReturnType<typeof open>;

export const givePassword = async ({ user }: Opened, password = 'secret'): Promise<void> => {
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Access File' }));
};

export const giveDetails = async ({ user }: Opened): Promise<void> => {
  await user.type(await screen.findByLabelText('Full Name'), 'Ada Byron');
  await user.type(screen.getByLabelText('Email Address'), 'ada@example.org');
  await user.click(screen.getByRole('button', { name: 'Continue to Download' }));
};

export const startDownload = async (page: Opened): Promise<void> => {
  await givePassword(page);
  await giveDetails(page);
  await page.user.click(await screen.findByRole('button', { name: 'Download File' }));
  await screen.findByText('Connecting');
  await settle();
};

/** Runs all pending promise callbacks. */
export const settle = () => act(() => jest.advanceTimersByTimeAsync(0));

export const show = (page: Opened, part: Partial<ReceiverSnapshot>): void =>
  act(() => page.engine.receiver.show(receiverSnapshot(part)));

export const lastToast = () => {
  const [last] = getToasts();
  return [last?.title, last?.description, last?.variant];
};

export const halfWay = {
  progressPercent: 50,
  bytesTransferred: 32 * 1024 ** 2,
  totalBytes: 64 * 1024 ** 2,
  bytesPerSecond: 2 * 1024 ** 2,
  etaSeconds: 16,
};

export const complete: Partial<ReceiverSnapshot> = {
  state: 'completed',
  file: {
    filename: 'holiday film.mp4',
    fileType: 'video/mp4',
    totalBytes: 64 * 1024 ** 2,
    fileId: 's1 key file-1',
  },
  stats: { ...halfWay, progressPercent: 100, bytesTransferred: 64 * 1024 ** 2 },
  isVerified: true,
  isProven: true,
  connectionType: 'direct',
};

/** Call at the top of a file: sets up a visitor, no toasts and fake timers. */
export const withFreshPage = (): void => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    setSession({ status: 'visitor' });
    clearToasts();
    sessionStorage.clear();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
};
