import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installFakeLocks } from '../../../../test/fake-locks.js';
import { installFakePush } from '../../../lib/notices/test/fake-push.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import { noFacts } from '../../../transfer/progress/connection-facts.js';
import {
  chooseAndCreate,
  createSender,
  link,
  renderApp,
  sessions,
  share,
  startApi,
  tabLimit,
  tidyUp,
  withFreshDashboard,
} from '../test/dashboard.js';

withFreshDashboard();

/** Sets the visibility of this tab. */
const look = (state: DocumentVisibilityState): void => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

describe('sending a share in the background', () => {
  const serve = async (listed: object = share) => {
    const api = startApi();
    api.answer({
      'GET /api/file-shares': { body: [listed] },
      'POST /api/file-shares': { status: 201, body: share },
    });
    const view = renderApp('/');
    await chooseAndCreate();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(sessions).toHaveLength(1));
    const [fake] = sessions;
    if (fake === undefined) throw new Error('no session');
    return { ...fake, api, view };
  };

  it('shows progress, speed and time left per recipient, then the verification [2.104]', async () => {
    const { show } = await serve();
    show({ state: 'sending', recipients: [link({})] });
    expect(screen.getByText('Channel Ready')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Share Another File' })).toBeNull();
    expect(screen.getByText('42.0%')).toBeDefined();
    expect(
      screen.getByText('430.08 KB of 1.00 MB · 2.00 MB/s · 1m 5s left · Direct connection'),
    ).toBeDefined();
    const bar = screen.getByRole('progressbar', { name: 'Progress of Recipient 1' });
    // A line breaks neither before a dot nor between a number and its unit.
    expect(bar.getAttribute('aria-valuetext')).toBe(
      '42.0%, 430.08_KB of 1.00_MB_· 2.00_MB/s_· 1m 5s left'.replaceAll('_', '\u00a0'),
    );
    show({
      state: 'completed',
      recipients: [link({ state: 'completed', isVerified: true, proof: 'proven' })],
    });
    expect(screen.getByText('Transfer Complete')).toBeDefined();
    expect(screen.getByText(/Verified, identical to your copy/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Share Another File' })).toBeDefined();
  });

  it.each([
    ['signed-in', ['grace@example.com', 'Signed in, according to their browser']],
    ['self-declared', ['grace@example.com', 'As entered by this person']],
    [undefined, ['grace@example.com']],
  ] as const)('says of a recipient whose page states %s: %j', async (basis, lines) => {
    const { show } = await serve();
    const person = { name: 'Grace', email: 'grace@example.com', ...(basis && { basis }) };
    show({ state: 'sending', recipients: [link({ person })] });
    const row = screen.getByText('Grace').closest('li');
    const notes = [...(row?.querySelectorAll('small') ?? [])].map((note) => note.textContent);
    expect(notes).toEqual(lines);
  });

  it('notifies of deliveries while hidden, and subscribes to Web Push for the share', async () => {
    const push = installFakePush();
    const { show, api } = await serve();
    api.answer({ 'POST /api/shares/abc/notices': { status: 201, body: { success: true } } });
    const notify = screen.getByRole('switch', { name: /Notify me when a delivery is confirmed/ });
    await userEvent.click(notify);
    await waitFor(() => expect(notify.getAttribute('aria-checked')).toBe('true'));
    look('hidden');
    show({ state: 'completed', recipients: [link({ state: 'completed' })] });
    await waitFor(() =>
      expect(push.shown).toEqual([{ title: 'Delivery confirmed', tag: 'delivered abc' }]),
    );
    show({ state: 'completed', recipients: [link({ state: 'completed' })] });
    expect(push.shown).toHaveLength(1);
    look('visible');
    push.remove();
    localStorage.removeItem('delivery-notices');
  });

  it('notifies of deliveries while another page of the app is open', async () => {
    const push = installFakePush();
    const { show } = await serve();
    const notify = screen.getByRole('switch', { name: /Notify me when a delivery is confirmed/ });
    await userEvent.click(notify);
    await waitFor(() => expect(notify.getAttribute('aria-checked')).toBe('true'));
    await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined();
    look('hidden');
    show({ state: 'completed', recipients: [link({ state: 'completed' })] });
    await waitFor(() =>
      expect(push.shown).toEqual([{ title: 'Delivery confirmed', tag: 'delivered abc' }]),
    );
    look('visible');
    push.remove();
    localStorage.removeItem('delivery-notices');
  });

  it('follows the choice that another tab makes about notices', async () => {
    const push = installFakePush();
    const { show } = await serve();
    const notify = screen.getByRole('switch', { name: /Notify me when a delivery is confirmed/ });
    await userEvent.click(notify);
    await waitFor(() => expect(notify.getAttribute('aria-checked')).toBe('true'));
    localStorage.setItem('delivery-notices', 'off');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'delivery-notices' })));
    expect(notify.getAttribute('aria-checked')).toBe('false');
    look('hidden');
    show({ state: 'completed', recipients: [link({ state: 'completed' })] });
    look('visible');
    expect(push.shown).toEqual([]);
    push.remove();
    localStorage.removeItem('delivery-notices');
  });

  it('ends the notices of all shares when the user switches them off after a reload', async () => {
    localStorage.setItem('delivery-notices', 'on');
    const push = installFakePush();
    push.permission = 'granted';
    await serve();
    expect(push.isSubscribed).toBe(true);
    await userEvent.click(
      screen.getByRole('switch', { name: /Notify me when a delivery is confirmed/ }),
    );
    await waitFor(() => expect(push.isSubscribed).toBe(false));
    push.remove();
    localStorage.removeItem('delivery-notices');
  });

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

  it('stays off where notifications are blocked', async () => {
    const push = installFakePush();
    push.answer = 'denied';
    await serve();
    const notify = screen.getByRole('switch', { name: /Notify me when a delivery is confirmed/ });
    await userEvent.click(notify);
    expect(await screen.findByText('Notifications are blocked')).toBeDefined();
    expect(notify.getAttribute('aria-checked')).toBe('false');
    push.remove();
  });

  it('shows the details of the connection to each recipient, and limits all of them', async () => {
    const { show } = await serve();
    const connection = { ...noFacts, rttMs: 40, limitedBy: 'recipient-disk' as const };
    show({ state: 'sending', recipients: [link({ connection }), link({ peerId: 'p2' })] });
    await userEvent.click(screen.getByLabelText('Connection details of Recipient 1'));
    expect(await screen.findByText('40 ms')).toBeDefined();
    expect(
      screen.getByText('The recipient’s disk: it stores more slowly than the file arrives'),
    ).toBeDefined();
    await userEvent.click(screen.getByText('Speed limit'));
    await userEvent.click(await screen.findByRole('radio', { name: 'Leave room for others' }));
    expect(tabLimit.set).toHaveBeenCalledWith({ bytesPerSecond: null, isYielding: true });
    expect(createSender.mock.calls[0]?.[0].limit).toBe(tabLimit);
    localStorage.removeItem('rate-limit-send');
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

  it('shows how much the recipient has stored', async () => {
    const { show } = await serve();
    show({ state: 'sending', recipients: [link({ storedBytes: 204_800 })] });
    expect(screen.getByText(/^430.08 KB of 1.00 MB · 200.00 KB on their device · /)).toBeDefined();
  });

  it('never shows more stored than sent: one figure may be newer than the other', async () => {
    const { show } = await serve();
    show({ state: 'sending', recipients: [link({ storedBytes: 524_288 })] });
    expect(screen.getByText(/^512.00 KB of 1.00 MB · 512.00 KB on their device · /)).toBeDefined();
  });

  it('shows verified only for a recipient that has proven that it has the link', async () => {
    const { show } = await serve();
    show({
      state: 'completed',
      recipients: [link({ state: 'completed', isVerified: true, proof: 'waived' })],
    });
    expect(screen.queryByText(/Verified/)).toBeNull();
    expect(screen.getByText(/Complete, with a matching checksum/)).toBeDefined();
  });

  it('says that a recipient did not prove to have the file', async () => {
    const { show } = await serve();
    show({
      state: 'completed',
      recipients: [link({ state: 'completed', isVerified: false, proof: 'proven' })],
    });
    expect(screen.queryByText(/Verified|matching checksum/)).toBeNull();
    expect(screen.getByText(/did not prove that it has the whole file/)).toBeDefined();
  });

  it.each([
    ['Do not send', false],
    ['Send anyway', true],
  ])('asks about a recipient without a proof: %s', async (name, isAllowed) => {
    const { show, answerUnproven } = await serve();
    show({ state: 'waiting', recipients: [link({ state: 'connecting', proof: 'asking' })] });
    expect(screen.getByRole('alert').textContent).toContain(
      'Recipient 1 cannot prove that they have your link. Send anyway?Joined at 14:03.',
    );
    await userEvent.click(screen.getByRole('button', { name }));
    expect(answerUnproven).toHaveBeenCalledWith(link({}).peerId, isAllowed);
    show({ state: 'waiting', recipients: [link({ state: 'waiting', proof: 'proven' })] });
    expect(screen.queryByRole('button', { name })).toBeNull();
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

  it('asks before each download of a share that asks first, and ends one recipient', async () => {
    const { show, approve, endRecipient } = await serve();
    const person = { name: 'Grace Hopper', email: 'grace@example.org' };
    const asking = link({ person, state: 'paused', pausedBy: 'here', approval: 'asking' });
    show({ state: 'sending', recipients: [asking] });
    expect(
      screen.getByText('Grace Hopper (grace@example.org) wants to download this file.'),
    ).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
    await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
    expect(approve.mock.calls).toEqual([
      [asking.peerId, true],
      [asking.peerId, false],
    ]);
    show({ state: 'sending', recipients: [link({ person })] });
    const endFor = 'End the transfer to Grace Hopper (grace@example.org)';
    await userEvent.click(screen.getByRole('button', { name: endFor }));
    const question = within(await screen.findByRole('dialog'));
    expect(
      question.getByText(/Grace Hopper \(grace@example\.org\) has received 42\.0%/),
    ).toBeDefined();
    expect(endRecipient).not.toHaveBeenCalled();
    await userEvent.click(question.getByRole('button', { name: 'Stop sending' }));
    await waitFor(() => expect(endRecipient).toHaveBeenCalledTimes(1));
    expect(endRecipient).toHaveBeenCalledWith(asking.peerId);
  });

  it('asks in the dialog of a share, which covers the list, and keeps the focus there', async () => {
    const { show, approve, answerUnproven } = await serve();
    await userEvent.click(screen.getByRole('button', { name: /^Details of/ }));
    const element = await screen.findByRole('dialog');
    const dialog = within(element);
    const person = { name: 'Rita', email: 'rita@example.org' };
    const asking = link({ person, state: 'waiting', approval: 'asking' });
    show({ state: 'waiting', recipients: [asking] });
    const question = within(dialog.getByRole('alert'));
    expect(
      question.getByText('Rita (rita@example.org) wants to download report.pdf'),
    ).toBeDefined();
    await userEvent.click(question.getByRole('button', { name: 'Allow' }));
    expect(approve.mock.calls).toEqual([[asking.peerId, true]]);
    show({ state: 'waiting', recipients: [link({ state: 'connecting', proof: 'asking' })] });
    await waitFor(() => expect(element.contains(document.activeElement)).toBe(true));
    expect(dialog.queryByRole('button', { name: 'Allow' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Do not send' }));
    expect(answerUnproven.mock.calls).toEqual([[asking.peerId, false]]);
    show({ state: 'waiting' });
    await waitFor(() => expect(element.contains(document.activeElement)).toBe(true));
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it('says at every place that the user has to decide, and leads to the question', async () => {
    const push = installFakePush();
    const { show } = await serve();
    const notify = screen.getByRole('switch', { name: /Notify me when a delivery is confirmed/ });
    await userEvent.click(notify);
    await waitFor(() => expect(notify.getAttribute('aria-checked')).toBe('true'));
    const person = { name: 'Rita', email: 'rita@example.org' };
    const held = { person, state: 'waiting', approval: 'pending' } as const;
    show({ state: 'waiting', recipients: [link(held)] });
    expect(screen.queryByText('Channel Ready')).toBeNull();
    look('hidden');
    show({ state: 'waiting', recipients: [link({ ...held, approval: 'asking' })] });
    expect(screen.getByText('Rita (rita@example.org) wants to download report.pdf')).toBeDefined();
    const href = screen.getByRole('link', { name: 'Decide' }).getAttribute('href') ?? '';
    expect(href).toMatch(/^\/#/);
    const shown = document.getElementById(href.slice(2)) ?? document.body;
    expect(shown.textContent).toContain('Rita (rita@example.org) wants to download this file.');
    expect(shown.textContent).toContain('A recipient is waiting for your decision.');
    expect(within(shown).getAllByText('Waiting for you')).toHaveLength(2);
    expect(shown.textContent).not.toContain('starts when your recipient clicks Download');
    const notice = {
      title: 'Rita (rita@example.org) wants to download report.pdf',
      tag: 'question abc',
    };
    await waitFor(() => expect(push.shown).toEqual([notice]));
    expect(push.shownData).toEqual([{ kind: 'question', shareId: 'abc', windowId: 'window-1' }]);
    look('visible');
    await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Dashboard Waiting for you' })).toBeDefined();
    expect(document.title).toMatch(/^❓ · Settings/);
    show({ state: 'waiting', recipients: [link({ ...held, approval: 'given' })] });
    expect(screen.getByText('Channel Ready')).toBeDefined();
    expect(document.title).toMatch(/^Settings/);
    push.remove();
    localStorage.removeItem('delivery-notices');
  });

  it('lists questions first, then the newest, and says once what the shares wait for', async () => {
    const { show, api } = await serve();
    const second = { ...share, id: '2', shareId: 'def' };
    api.answer({ 'POST /api/file-shares': { status: 201, body: second } });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Select File' })).toHaveProperty('disabled', false),
    );
    await chooseAndCreate();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(sessions).toHaveLength(2));
    const panel = screen.getByRole('region', { name: 'Sending now' });
    const cards = () => [...panel.querySelectorAll('[id^="sending-"]')].map(({ id }) => id);
    expect(cards()).toEqual(['sending-def', 'sending-abc']);
    const lead = (text: string) => within(panel).queryAllByText(text).length;
    const eachWaiting =
      'Keep this tab open and this device awake. Each waiting transfer starts when its recipient clicks Download.';
    expect(lead(eachWaiting)).toBe(1);
    // The buttons of each share have the same names.
    expect(within(panel).getAllByRole('group', { name: 'report.pdf' })).toHaveLength(2);
    const named = (name: string) => ({
      peerId: name,
      person: { name, email: `${name}@example.org` },
    });
    show({
      state: 'sending',
      recipients: [
        link(named('Ada')),
        link({ ...named('Rita'), state: 'waiting', approval: 'asking' }),
        link(named('Grace')),
      ],
    });
    expect(cards()).toEqual(['sending-abc', 'sending-def']);
    const people = within(panel).getAllByText(/@example\.org$/);
    expect(people.map(({ textContent }) => textContent.replace(/@.*/, ''))).toEqual([
      'Rita',
      'Grace',
      'Ada',
    ]);
    expect(lead(eachWaiting)).toBe(1);
    sessions[1]?.show({ state: 'sending', recipients: [link({ peerId: 'Alan' })] });
    expect(lead('Keep this tab open until all transfers are complete.')).toBe(1);
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

  it('tells apart two recipients of the same name, also where only a screen reader names them', async () => {
    const { show } = await serve();
    const alex = (email: string) => ({ peerId: email, person: { name: 'Alex', email } });
    const both = ['alex@example.org', 'alex@example.com'].map(alex);
    show({ state: 'sending', recipients: both.map(link) });
    for (const role of ['button', 'progressbar'] as const) {
      const named = screen.getAllByRole(role, { name: /Alex/ });
      expect(new Set(named.map((one) => one.getAttribute('aria-label'))).size).toBe(2);
    }
    await userEvent.click(screen.getByRole('button', { name: /^Details of report/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Share File: report.pdf' }));
    show({
      state: 'waiting',
      recipients: both.map((one) => link({ ...one, state: 'waiting', approval: 'asking' })),
    });
    const questions = dialog.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(questions[0]).toContain('Alex (alex@example.org) wants to download report.pdf');
    expect(questions[1]).toContain('Alex (alex@example.com) wants to download report.pdf');
  });

  it('says that a recipient without a proof waits for the user', async () => {
    const { show } = await serve();
    show({ state: 'waiting', recipients: [link({ state: 'connecting', proof: 'asking' })] });
    expect(
      screen.getByText('Recipient 1 cannot prove that they have your link to report.pdf'),
    ).toBeDefined();
    expect(screen.getAllByText('Waiting for you')).toHaveLength(2);
  });

  it('names recipients as they named themselves, and says who paused', async () => {
    const { show } = await serve();
    show({ state: 'sending', recipients: [link({})] });
    expect(screen.getByText('Recipient 1')).toBeDefined();
    const person = { name: 'Grace Hopper', email: 'grace@example.org' };
    show({
      state: 'sending',
      recipients: [link({ person, state: 'paused', pausedBy: 'there' })],
    });
    expect(screen.getByText('Grace Hopper').textContent).toBe('Grace Hoppergrace@example.org');
    // A narrow column breaks the address there, not inside the host.
    expect(screen.getByText('grace@example.org').innerHTML).toBe('grace@<wbr>example.org');
    expect(screen.queryByText('Recipient 1')).toBeNull();
    expect(screen.getByText('Paused by the recipient')).toBeDefined();
    show({ state: 'sending', recipients: [link({ person, isStalled: true })] });
    expect(screen.getByText('Waiting for their device')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
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
    ['its download limit', 1, 'Stopped: download limit reached'],
    ['a limit that was raised since', 3, 'Stopped: restart it to allow more downloads'],
    ['a stop on another device', null, 'This share was stopped, deleted or has expired.'],
  ])('stays completed after the end by %s, and says so', async (_by, maxDownloads, reason) => {
    const locks = installFakeLocks();
    const { show, api } = await serve();
    const stopReason = maxDownloads === null ? 'owner' : 'download-limit';
    const ended = { ...share, isActive: false, stopReason, maxDownloads, deliveredCount: 1 };
    api.answer({ 'GET /api/file-shares': { body: [ended] } });
    const recipients = [link({ state: 'completed' })];
    show({ state: 'completed', recipients });
    const error = {
      code: 'share-ended',
      serverText: 'This share was stopped, deleted or has expired.',
    };
    show({ state: 'completed', error, recipients });
    const panel = within(screen.getByRole('region', { name: 'Sending now' }));
    expect(await panel.findByText(reason)).toBeDefined();
    expect(panel.getByText('Completed')).toBeDefined();
    expect(panel.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(screen.queryByText(/Connection Error/)).toBeNull();
    await waitFor(() => expect(locks.names()).not.toContain('tandem-send abc'));
    locks.remove();
  });

  it.each([
    ['after a delivery', 'completed', [link({ state: 'completed' })]],
    ['before one', 'error', []],
  ] as const)(
    'offers to restart a share stopped elsewhere %s, or to dismiss it',
    async (...row) => {
      const [, state, recipients] = row;
      const { show, close, restart, api } = await serve({ ...share, isActive: false });
      api.answer({ 'POST /api/file-shares/abc/restart': { body: { success: true } } });
      const error = { code: 'share-ended', serverText: 'This share was stopped.' };
      show({ state, error, recipients });
      const panel = within(screen.getByRole('region', { name: 'Sending now' }));
      await userEvent.click(await panel.findByRole('button', { name: 'Restart' }));
      await waitFor(() => expect(restart).toHaveBeenCalledTimes(1));
      for (const name of ['Stop sending', 'Try Again'])
        expect(panel.queryByRole('button', { name })).toBeNull();
      await userEvent.click(panel.getByRole('button', { name: 'Dismiss' }));
      expect(close).toHaveBeenCalledTimes(1);
      expect(screen.queryByRole('region', { name: 'Sending now' })).toBeNull();
    },
  );

  it('offers no restart of a share that has expired', async () => {
    const expiresAt = new Date(Date.now() - 60_000).toISOString();
    const { show } = await serve({ ...share, isActive: false, expiresAt });
    show({ state: 'error', error: { code: 'share-ended' } });
    const panel = within(screen.getByRole('region', { name: 'Sending now' }));
    await waitFor(() => expect(panel.queryByRole('button', { name: 'Try Again' })).toBeNull());
    expect(panel.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Dismiss']);
  });

  it.each([
    ['was given another password elsewhere', true, 'password-changed', 1],
    ['has ended', false, 'share-closed', 0],
  ])('says that a share %s while a recipient saves the file', async (...row) => {
    const [, isActive, code, buttons] = row;
    const locks = installFakeLocks();
    const { show, retry, api } = await serve();
    api.answer({ 'GET /api/file-shares': { body: [{ ...share, isActive }] } });
    const completed = link({ state: 'completed' });
    const saving = link({ peerId: 'b', state: 'sending', isOutlivingShare: true });
    show({ state: 'sending', recipients: [completed, saving] });
    show({ state: 'sending', error: { code }, recipients: [completed, saving] });
    const panel = within(screen.getByRole('region', { name: 'Sending now' }));
    expect(await panel.findByText(failureText({ code }))).toBeDefined();
    await waitFor(() => expect(locks.names()).not.toContain('tandem-send abc'));
    await waitFor(() =>
      expect(panel.queryAllByRole('button', { name: 'Try Again' })).toHaveLength(buttons),
    );
    for (const button of panel.queryAllByRole('button', { name: 'Try Again' }))
      await userEvent.click(button);
    expect(retry).toHaveBeenCalledTimes(buttons);
    locks.remove();
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
    const leave = (): boolean => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(true);
    show({ state: 'completed', recipients: [link({ state: 'completed' })] });
    expect(leave()).toBe(false);
  });

  it('continues on other pages and ends on sign-out', async () => {
    const { view, close } = await serve();
    view.unmount();
    expect(close).not.toHaveBeenCalled();
    tidyUp();
    expect(close).toHaveBeenCalled();
  });
});
