import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { isAskedBeforeLeaving, look } from '../../../../test/dom/tab.js';
import { installFakeLocks } from '../../../../test/fake-locks.js';
import {
  copied,
  createSender,
  link,
  sessions,
  share,
  tidyUp,
  withFreshDashboard,
} from '../test/dashboard.js';
import { serve } from '../test/served-share.js';

withFreshDashboard();

describe('sending a share in the background', () => {
  it('is not called live after another tab has taken it over', async () => {
    const { show } = await serve();
    const list = within(screen.getByRole('region', { name: 'Recent Shares' }));
    expect(await list.findByText('Live')).toBeDefined();
    show({ state: 'error', error: { code: 'replaced' } });
    expect(list.queryByText('Live')).toBeNull();
    expect(list.getByText('Not being sent from this browser')).toBeDefined();
  });

  it('starts again with another password, but not with the same one, and asks from now on', async () => {
    const { api, close, restart } = await serve();
    const [first] = createSender.mock.calls;
    expect(first?.[0].asksFirst?.()).toBe(false);
    const stored = { ...share };
    api.answer({
      'GET /api/file-shares': () => ({ body: [{ ...stored }] }),
      'PATCH /api/file-shares/abc': ({ body }) => ({
        body: { ...Object.assign(stored, body as object) },
      }),
    });
    const change = async (password: string) => {
      await userEvent.click(screen.getByRole('button', { name: /^Details of/ }));
      const dialog = within(await screen.findByRole('dialog'));
      await userEvent.click(await dialog.findByRole('button', { name: 'Change this share' }));
      if (password === '') await userEvent.click(dialog.getByRole('checkbox'));
      else await userEvent.type(dialog.getByLabelText('New password'), password);
      await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
      await waitFor(() => expect(dialog.queryByRole('form')).toBeNull());
      await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    };
    await change('');
    expect(first?.[0].asksFirst?.()).toBe(true);
    expect(close).not.toHaveBeenCalled();
    await change('battery staple 9');
    expect(restart.mock.calls).toEqual([['password-changed']]);
    await change('Battery-Staple 9');
    expect(restart).toHaveBeenCalledTimes(1);
    expect(close).not.toHaveBeenCalled();
  });

  it('is counted in the navigation of the other pages', async () => {
    const { show } = await serve();
    show({ state: 'sending', recipients: [link({}), link({ peerId: 'p2', state: 'completed' })] });
    expect(screen.getByRole('link', { name: 'Dashboard' })).toBeDefined();
    await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Dashboard 1 transfer running' })).toBeDefined();
    show({ state: 'completed', recipients: [link({ state: 'completed' })] });
    expect(screen.getByRole('link', { name: 'Dashboard' })).toBeDefined();
  });

  it('offers its link until it has ended', async () => {
    const { show } = await serve();
    const group = within(screen.getByRole('group', { name: 'report.pdf' }));
    await userEvent.click(group.getByRole('button', { name: 'Copy link' }));
    await waitFor(() => expect(copied).toEqual(['http://localhost/share/abc']));
    show({ state: 'completed', recipients: [link({ state: 'completed' })] });
    expect(group.getByRole('button', { name: 'Copy link' })).toBeDefined();
    show({ state: 'error', error: { code: 'replaced' } });
    expect(group.queryByRole('button', { name: 'Copy link' })).toBeNull();
  });

  it.each(['sending', 'retrying'] as const)(
    'offers no link of a share that has ended while a recipient still saves: %s',
    async (state) => {
      const { show } = await serve();
      const recipients = [link({ state: 'sending' })];
      const offered = () => screen.queryAllByRole('button', { name: 'Copy link' }).length;
      show({ state, recipients });
      expect(offered()).toBe(1);
      show({ state, recipients, error: { code: 'share-ended' } });
      expect(offered()).toBe(0);
    },
  );

  it('is in view after the dialog of the new share, but not after that of its row', async () => {
    const scroll = jest.spyOn(Element.prototype, 'scrollIntoView');
    await serve();
    await waitFor(() => expect(scroll).toHaveBeenCalledTimes(1));
    const group = screen.getByRole('group', { name: 'report.pdf' });
    expect(scroll.mock.contexts).toEqual([group.closest('li')]);
    await userEvent.click(screen.getByRole('button', { name: /^Details of/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(scroll).toHaveBeenCalledTimes(1);
    scroll.mockRestore();
  });

  it.each([
    ['where a finger is the only pointer, comes before the form for the next share', true],
    ['beside a mouse, follows the form for the next share', false],
  ])('%s', async (_what, isTouch) => {
    const matchMedia = window.matchMedia.bind(window);
    window.matchMedia = (query) =>
      Object.assign(matchMedia(query), { matches: isTouch && /coarse/.test(query) });
    try {
      await serve();
    } finally {
      window.matchMedia = matchMedia;
    }
    const transfers = screen.getByRole('region', { name: 'Sending now' });
    const form = screen.getByRole('region', { name: 'Share File via WebRTC' });
    const isFirst = transfers.compareDocumentPosition(form) === Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isFirst).toBe(isTouch);
  });

  it('returns to the upload form from Share Another File [4.8]', async () => {
    const { show, close } = await serve();
    show({
      state: 'completed',
      recipients: [link({ state: 'completed', isVerified: true, proof: 'proven' })],
    });
    const scroll = jest.spyOn(Element.prototype, 'scrollIntoView');
    await userEvent.click(screen.getByRole('button', { name: 'Share Another File' }));
    expect(scroll).toHaveBeenCalledTimes(1);
    const card = screen.getByRole('region', { name: 'Share File via WebRTC' });
    expect(document.activeElement).toBe(card);
    // Further recipients of the share can still download.
    expect(close).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Stop sending' })).toBeDefined();
    // The form resets half a second after the share was created.
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Select File' })).toHaveProperty('disabled', false),
    );
    scroll.mockRestore();
  });

  it('keeps the computer awake while a recipient receives, on every page', async () => {
    const release = jest.fn(() => Promise.resolve());
    const request = jest.fn(() => Promise.resolve(Object.assign(new EventTarget(), { release })));
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
    try {
      const { show } = await serve();
      show({ state: 'waiting' });
      expect(request).not.toHaveBeenCalled();
      show({ state: 'sending', recipients: [link({})] });
      await waitFor(() => expect(request).toHaveBeenCalledTimes(1));
      await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
      expect(release).not.toHaveBeenCalled();
      show({ state: 'sending', recipients: [link({ state: 'paused', pausedBy: 'here' })] });
      await waitFor(() => expect(release).toHaveBeenCalledTimes(1));
      show({ state: 'completed', recipients: [link({ state: 'completed' })] });
      expect(request).toHaveBeenCalledTimes(1);
    } finally {
      Reflect.deleteProperty(navigator, 'wakeLock');
    }
  });

  it('shows progress in the tab title on every page while another tab is visible', async () => {
    const { show } = await serve();
    const name = document.title;
    show({ state: 'sending', recipients: [link({})] });
    expect(document.title).toBe(name);
    look('hidden');
    expect(document.title).toBe(`40% · ${name}`);
    await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined();
    expect(document.title).toMatch(/^40% · Settings/);
    show({ state: 'completed', recipients: [link({ state: 'completed' })] });
    expect(document.title).toMatch(/^Settings/);
    jest.restoreAllMocks();
  });

  it.each([
    ['Stop sending', 'Live card', 'Stopping', 'Stop sending'],
    ['Stop report.pdf', 'row', 'Stopping', 'Stop sending'],
    ['Logout', 'header', 'Logging out', 'Log out and stop sending'],
  ])('asks before %s (%s) interrupts a recipient', async (name, _place, cause, action) => {
    const { show, close, api } = await serve();
    api.answer({ 'POST /api/file-shares/abc/stop': { body: { success: true } } });
    show({ state: 'sending', recipients: [link({})] });
    await userEvent.click(await screen.findByRole('button', { name }));
    const content = `A recipient has received 42.0% of “report.pdf”. ${cause} interrupts the transfer.`;
    expect(await screen.findByText(content)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Keep sending' }));
    await waitFor(() => expect(screen.queryByText(/A recipient has received/)).toBeNull());
    expect(close).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: action }));
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
  });

  it('stops without a question when no recipient is receiving', async () => {
    const { close } = await serve();
    await userEvent.click(screen.getByRole('button', { name: 'Stop sending' }));
    expect(close).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('sends a restarted share again with the file of this tab', async () => {
    const { close, api } = await serve();
    api.answer({
      'GET /api/file-shares': { body: [{ ...share, isActive: false }] },
      'POST /api/file-shares/abc/stop': { body: { success: true } },
      'POST /api/file-shares/abc/restart': { body: { success: true } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Stop report.pdf' }));
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Restart report.pdf' }));
    await waitFor(() => expect(sessions).toHaveLength(2));
    expect(createSender.mock.calls[1]?.[0].file).toBe(createSender.mock.calls[0]?.[0].file);
    expect(await screen.findByText(/this tab is sending the file/)).toBeDefined();
  });

  it('pauses and resumes', async () => {
    const { show, pause, resume } = await serve();
    show({ state: 'sending', recipients: [link({})] });
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(pause).toHaveBeenCalledTimes(1);
    show({ state: 'sending', recipients: [link({ state: 'paused', pausedBy: 'here' })] });
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
    expect(resume).toHaveBeenCalledTimes(1);
  });

  it('says that the transfer starts with a click only while a share waits for a recipient', async () => {
    const { show } = await serve();
    const panel = screen.getByRole('region', { name: 'Sending now' });
    const untilClick = /starts when your recipient clicks Download/;
    const untilEnd = 'Keep this tab open until the transfer is complete.';
    const expectLead = (isAwaited: boolean): void => {
      expect(within(panel).queryAllByText(untilClick)).toHaveLength(isAwaited ? 1 : 0);
      expect(within(panel).queryAllByText(untilEnd)).toHaveLength(isAwaited ? 0 : 1);
    };
    const failed = link({ peerId: 'p2', state: 'error', error: { code: 'channel-error' } });
    expectLead(true);
    show({ state: 'waiting', recipients: [failed] });
    expectLead(true);
    show({ state: 'sending', recipients: [failed, link({})] });
    expectLead(false);
    show({ state: 'waiting', recipients: [link({ state: 'waiting', approval: 'asking' })] });
    expectLead(false);
    show({ state: 'completed', recipients: [link({ state: 'completed' })] });
    expect(within(panel).queryByText(/Keep this tab open/)).toBeNull();
  });

  it('shows reconnects as attempts out of three and retries after an error [2.105, 8.22, 9.21]', async () => {
    const { show, retry } = await serve();
    show({ state: 'retrying', attempt: 2 });
    expect(screen.getByText('report.pdf - Reconnecting')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(screen.getAllByText('Attempting to reconnect... (2/3)').length).toBeGreaterThan(0);
    show({ state: 'error', error: { code: 'channel-error' } });
    expect(screen.getByText('report.pdf - Connection Error')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['declined-here', 'Declined'],
    ['ended-here', 'Ended'],
  ])('is live after the only recipient was %s, and calls it %s', async (code, badge) => {
    const { show } = await serve();
    show({ state: 'waiting', recipients: [link({ state: 'error', error: { code } })] });
    expect(screen.getByText(badge)).toBeDefined();
    expect(screen.queryByText('Failed')).toBeNull();
    expect(screen.queryByText(/Transfer Failed|Connection Error/)).toBeNull();
  });

  it('is not called live while it reconnects', async () => {
    const { show } = await serve();
    const list = within(screen.getByRole('region', { name: 'Recent Shares' }));
    expect(await list.findByText('Live')).toBeDefined();
    show({ state: 'retrying', attempt: 1 });
    expect(list.queryByText('Live')).toBeNull();
    expect(list.getByText('Reconnecting')).toBeDefined();
  });

  it('leaves the share to other tabs after an error, until it is sent again', async () => {
    const locks = installFakeLocks();
    const sending = () => locks.names().filter((name) => name === 'tandem-send abc').length;
    const { show } = await serve();
    expect(sending()).toBe(1);
    show({ state: 'error', error: { code: 'replaced' } });
    await waitFor(() => expect(sending()).toBe(0));
    show({ state: 'connecting' });
    expect(sending()).toBe(1);
    locks.remove();
  });

  it('warns before the tab closes while sending only [1.6]', async () => {
    const { show } = await serve();
    expect(isAskedBeforeLeaving()).toBe(true);
    show({ state: 'completed', recipients: [link({ state: 'completed' })] });
    expect(isAskedBeforeLeaving()).toBe(false);
  });

  it('continues on other pages and ends on sign-out', async () => {
    const { view, close } = await serve();
    view.unmount();
    expect(close).not.toHaveBeenCalled();
    tidyUp();
    expect(close).toHaveBeenCalled();
  });
});
