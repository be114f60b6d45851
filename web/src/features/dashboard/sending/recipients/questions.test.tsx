import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { look } from '../../../../../test/dom/tab.js';
import { installFakePush } from '../../../../lib/notices/test/fake-push.js';
import {
  chooseAndCreate,
  link,
  sessions,
  share,
  withFreshDashboard,
} from '../../test/dashboard.js';
import { serve } from '../../test/served-share.js';

withFreshDashboard();

describe('a question about a recipient', () => {
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

  it('says that a recipient without a proof waits for the user', async () => {
    const { show } = await serve();
    show({ state: 'waiting', recipients: [link({ state: 'connecting', proof: 'asking' })] });
    expect(
      screen.getByText('Recipient 1 cannot prove that they have your link to report.pdf'),
    ).toBeDefined();
    expect(screen.getAllByText('Waiting for you')).toHaveLength(2);
  });
});
