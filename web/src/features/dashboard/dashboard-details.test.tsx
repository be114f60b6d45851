import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiAnswer } from '../../../test/fake-api.js';
import {
  freeRecord,
  isPageTitle,
  renderApp,
  someUser,
  startApi,
  tidyUp,
} from '../../../test/render-app.js';
import { recipientStatus, senderSnapshot } from '../../../test/snapshots.js';
import { getToasts } from '../../components/toast/index.js';
import type { SenderSnapshot } from '../../transfer/api.js';
import { noticesBetween } from './sending/notices/transfer-notices.js';
import { createShareRequest, isLimitError } from './upload/create-share.js';
import { formResetDelayMs } from './upload/upload-form.state.js';

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

const file = new File(['hello'], 'report.pdf');

afterEach(tidyUp);

describe('the dashboard', () => {
  it('greets the user by name, with a tagline about secure peer-to-peer sharing [2.94, 2.95]', async () => {
    startApi();
    renderApp('/', someUser({ displayName: 'Grace Hopper' }));
    const heading = await screen.findByRole('heading', { level: 1, name: isPageTitle });
    expect(heading.textContent).toBe('Welcome, Grace Hopper');
    expect(heading.parentElement?.textContent).toMatch(/securely, peer to peer/);
  });

  it('has the card Share File via WebRTC [2.101]', async () => {
    startApi();
    renderApp('/');
    await screen.findByRole('heading', { level: 1, name: isPageTitle });
    const card = within(screen.getByRole('region', { name: 'Share File via WebRTC' }));
    expect(card.getByRole('button', { name: 'Select File' })).toBeDefined();
  });

  it('lists the shares under Recent Shares [2.107]', async () => {
    startApi().answer({ 'GET /api/file-shares': { body: [share] } });
    renderApp('/');
    await screen.findByRole('heading', { level: 1, name: isPageTitle });
    const list = within(screen.getByRole('region', { name: 'Recent Shares' }));
    expect(await list.findByText('report.pdf')).toBeDefined();
  });

  it('shows used, active and expired shares with a bar of the month [2.89, 2.91, 2.92, 2.93]', async () => {
    const expired = { ...share, id: '2', shareId: 'ex', expiresAt: new Date(0).toISOString() };
    const stopped = { ...share, id: '3', shareId: 'st', isActive: false };
    const other = { ...share, id: '5', shareId: 'ot' };
    startApi().answer({
      'GET /api/file-shares': {
        body: [
          share,
          other,
          expired,
          { ...expired, shareId: 'ey' },
          stopped,
          { ...expired, shareId: 'ez' },
        ],
      },
    });
    renderApp('/');
    await screen.findByText('Stopped');
    const card = within(screen.getByRole('region', { name: 'Usage This Month' }));
    expect(card.getByText('3 / 10')).toBeDefined();
    expect(card.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30');
    const countOf = (term: string) => card.getByText(term).nextElementSibling?.textContent;
    expect(countOf('Active shares')).toBe('2');
    expect(countOf('Expired shares')).toBe('3');
  });

  it('prefers the counts of the record to those of the listed shares [2.92, 2.93]', async () => {
    startApi().answer({
      'GET /api/user': { body: { ...freeRecord, activeShares: 1200, expiredShares: 34 } },
      'GET /api/file-shares': { body: [share] },
    });
    renderApp('/');
    await screen.findByText('3 / 10');
    const card = within(screen.getByRole('region', { name: 'Usage This Month' }));
    const countOf = (term: string) => card.getByText(term).nextElementSibling?.textContent;
    expect(countOf('Active shares')).toBe('1200');
    expect(countOf('Expired shares')).toBe('34');
  });

  it('shows a spinner while the list of shares loads [2.108]', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<ApiAnswer>((resolve) => {
      answer = () => resolve({ body: [share] });
    });
    const api = startApi();
    api.answer({
      'GET /api/file-shares': () => answered,
    });
    renderApp('/');
    await screen.findByText('3 / 10');
    const list = within(screen.getByRole('region', { name: 'Recent Shares' }));
    expect(list.getByRole('status').querySelector('.ant-spin')).not.toBeNull();
    answer();
    expect(await list.findByText('report.pdf')).toBeDefined();
    expect(list.queryByRole('status')).toBeNull();
  });

  it('shows the upgrade banner with the prescribed text on the free plan [2.110, 2.113]', async () => {
    startApi().answer({ 'GET /api/user': { body: { ...freeRecord, sharesUsedThisMonth: 9 } } });
    renderApp('/');
    await screen.findByText('9 / 10');
    expect(screen.getByText('Upgrade to Pro for unlimited shares')).toBeDefined();
  });

  it.each(['active', 'proforever'])(
    'shows no upgrade banner on plan %s [2.113]',
    async (subscriptionStatus) => {
      startApi().answer({
        'GET /api/user': { body: { ...freeRecord, subscriptionStatus, sharesUsedThisMonth: 9 } },
      });
      renderApp('/');
      await screen.findByText(/^9( \/ 10)?$/);
      expect(screen.queryByText('Upgrade to Pro for unlimited shares')).toBeNull();
    },
  );
});

describe('creating a share', () => {
  it('sends null for a visitor and the file type of the browser [3.18, 3.23]', () => {
    const typed = new File(['x'], 'a.png', { type: 'image/png' });
    expect(createShareRequest(typed, null)).toEqual({
      filename: 'a.png',
      fileSize: '1 Bytes',
      fileType: 'image/png',
      firebaseUser: null,
      fileSizeBytes: 1,
    });
  });

  it.each([
    ['500: Monthly share limit reached', true, '[8.10]'],
    ['403: whatever', true, '[8.11]'],
    ['500: Error 403: whatever', false, '[8.11]'],
  ])('recognises %p as the share limit: %p %s', (message, expected) => {
    expect(isLimitError({ message })).toBe(expected);
  });

  it.each([
    ['share-limit-reached', true],
    ['foreign-origin', false],
  ])('recognises a 403 with reason %s as the share limit: %p', (reason, expected) => {
    expect(isLimitError({ message: '403: whatever', reason })).toBe(expected);
  });

  it('shows Failed to create share for a failure without a message [8.14]', async () => {
    startApi();
    renderApp('/');
    const odd = new File(['x'], 'odd.bin');
    Object.defineProperty(odd, 'type', {
      get: () => {
        throw new Error('');
      },
    });
    const input = await screen.findByLabelText('Select File', { selector: 'input' });
    await userEvent.upload(input, odd);
    await userEvent.click(screen.getByRole('button', { name: 'Create Share' }));
    expect(await screen.findAllByText('Failed to create share')).not.toHaveLength(0);
    expect(getToasts()).toMatchObject([{ title: 'Error', description: 'Failed to create share' }]);
  });

  it('disables Select File while creating the share and resets the form after 0.5 s [4.11, 4.15, 4.17]', async () => {
    expect(formResetDelayMs).toBe(500);
    let answer = (): void => undefined;
    const answered = new Promise<ApiAnswer>((resolve) => {
      answer = () => resolve({ status: 201, body: share });
    });
    startApi().answer({
      'POST /api/file-shares': () => answered,
    });
    renderApp('/');
    const input = await screen.findByLabelText('Select File', { selector: 'input' });
    await userEvent.upload(input, file);
    await userEvent.click(screen.getByRole('button', { name: 'Create Share' }));
    const select = screen.getByRole('button', { name: 'Select File' });
    expect(select).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: 'Create Share' })).toBeNull();
    answer();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(select).toHaveProperty('disabled', false));
    expect(screen.queryByRole('button', { name: 'Create Share' })).toBeNull();
  });

  it('leaves the details of another share in place when the new one is created late', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<ApiAnswer>((resolve) => {
      answer = () =>
        resolve({ status: 201, body: { ...share, shareId: 'new', filename: 'new.pdf' } });
    });
    startApi().answer({
      'GET /api/file-shares': { body: [share] },
      'POST /api/file-shares': () => answered,
    });
    renderApp('/');
    const input = await screen.findByLabelText('Select File', { selector: 'input' });
    await userEvent.upload(input, file);
    await userEvent.click(screen.getByRole('button', { name: 'Create Share' }));
    await userEvent.click(screen.getByRole('button', { name: 'Details of report.pdf' }));
    await screen.findByRole('dialog', { name: 'Share File: report.pdf' });
    answer();
    expect(await screen.findByText('Share Created')).toBeDefined();
    expect(screen.getByRole('dialog', { name: 'Share File: report.pdf' })).toBeDefined();
  });

  it('opens /upgrade in a new tab when the limit is reached [2.28]', async () => {
    const open = jest.spyOn(window, 'open').mockReturnValue(null);
    startApi().answer({
      'POST /api/file-shares': { status: 403, body: { message: 'Monthly share limit reached' } },
    });
    renderApp('/');
    const input = await screen.findByLabelText('Select File', { selector: 'input' });
    await userEvent.upload(input, file);
    await userEvent.click(screen.getByRole('button', { name: 'Create Share' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Upgrade to Pro' }));
    expect(open).toHaveBeenCalledWith('/upgrade', '_blank', 'noopener');
    expect(screen.getByTestId('where').textContent).toBe('/');
    open.mockRestore();
  });

  it.each([
    ['active', '30'],
    ['proforever', '365'],
  ])('%s offers an expiry of 1 to %s days [6.12, 6.13]', async (subscriptionStatus, max) => {
    startApi().answer({ 'GET /api/user': { body: { ...freeRecord, subscriptionStatus } } });
    renderApp('/');
    const input = await screen.findByLabelText('Select File', { selector: 'input' });
    await userEvent.upload(input, file);
    const days = await screen.findByLabelText('Link valid for');
    expect(days.getAttribute('aria-valuemin')).toBe('1');
    expect(days.getAttribute('aria-valuemax')).toBe(max);
  });

  it('offers no expiry on the free plan', async () => {
    startApi();
    renderApp('/');
    const input = await screen.findByLabelText('Select File', { selector: 'input' });
    await screen.findByText('3 / 10');
    await userEvent.upload(input, file);
    expect(screen.queryByLabelText('Link valid for')).toBeNull();
  });
});

describe('transfer toasts', () => {
  const link = recipientStatus({ state: 'connecting' });
  const error = { code: 'channel-error' };

  it.each<[string, Partial<SenderSnapshot>, Partial<SenderSnapshot>, string]>([
    ['a recipient joins [8.23]', {}, { recipients: [link] }, 'Peer Connected'],
    [
      'the channel opens [8.24]',
      { recipients: [link] },
      { recipients: [{ ...link, state: 'waiting' }] },
      'Channel Ready',
    ],
    [
      'the file is delivered [8.25]',
      { recipients: [{ ...link, state: 'sending' }] },
      { recipients: [{ ...link, state: 'completed' }] },
      'Transfer Complete: File has been successfully shared!',
    ],
    [
      'a transfer fails [8.21]',
      { recipients: [{ ...link, state: 'sending' }] },
      { recipients: [{ ...link, state: 'error', error }] },
      'a.txt - Transfer Failed: Data channel error',
    ],
    [
      'the connection fails [8.20]',
      {},
      { state: 'error', error },
      'a.txt - Connection Error: Data channel error',
    ],
    [
      'the session reconnects [8.22]',
      {},
      { state: 'retrying', attempt: 1 },
      'a.txt - Reconnecting: Attempting to reconnect... (1/3)',
    ],
  ])('shows a toast when %s', (_when, before, after, expected) => {
    const [notice] = noticesBetween('a.txt', senderSnapshot(before), senderSnapshot(after));
    expect(`${notice?.title}: ${notice?.description}`).toContain(expected);
  });
});
