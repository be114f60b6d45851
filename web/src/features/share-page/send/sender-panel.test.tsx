import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { translatableTexts } from '../../../../test/dom/translatable.js';
import { installDigests, newReceipt, submissionOf } from '../../../../test/receipts.js';
import { recipientStatus, senderSnapshot } from '../../../../test/snapshots.js';
import type { RecipientStatus, SenderSnapshot } from '../../../transfer/api.js';
import { emptyStats } from '../../../transfer/pure.js';
import { openedShare } from '../test/fake-server.js';
import {
  access,
  givePassword,
  halfWay,
  lastToast,
  open,
  settle,
  withFreshPage,
} from '../test/opened-page.js';
import { openAsOwner, film } from '../test/owner-page.js';

withFreshPage();

describe('step 3 for the owner', () => {
  const completed: Partial<RecipientStatus> = {
    state: 'completed',
    isVerified: true,
    stats: { ...recipientStatus().stats, progressPercent: 100, totalBytes: 1 },
  };

  it('skips the details, starts Ready and sends the matching file [2.135, 2.140, 2.154, 4.57, 6.16]', async () => {
    const page = await openAsOwner();
    expect(screen.queryByLabelText('Full Name')).toBeNull();
    expect(screen.getByText('Ready')).toBeTruthy();
    const file = film();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), file);
    expect(await screen.findByText('Connecting to signaling server')).toBeTruthy();
    expect(page.engine.senderOptions?.file).toBe(file);
  });

  it('submits the receipt of each delivery by the session', async () => {
    installDigests();
    const page = await openAsOwner();
    const route = 'POST /api/shares/s1/receipt?pending=202';
    page.answers[route] = { status: 409 };
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    const receipt = newReceipt('s1');
    const recipients = [recipientStatus({ state: 'completed', receipt }), recipientStatus()];
    act(() => page.engine.sender.show(senderSnapshot({ state: 'completed', recipients })));
    await settle();
    const submitted = page.asked.filter((call) => call.route === route);
    expect(submitted.map(({ body }) => body)).toEqual([submissionOf(receipt)]);
    expect(submitted[0]?.init.credentials).toBe('include');
  });

  it('keeps the names of recipients from the translator', async () => {
    const page = await openAsOwner();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    const person = { name: 'Grace Hopper', email: 'grace@example.com' };
    const named = recipientStatus({ ...completed, person });
    const recipients = [named, recipientStatus({ ...completed, peerId: 'b' })];
    act(() => page.engine.sender.show(senderSnapshot({ state: 'completed', recipients })));
    const list = within(screen.getByRole('list', { name: 'Recipients' }));
    expect(list.getByText(/^Grace Hopper/)).toBeDefined();
    expect(translatableTexts('Grace Hopper')).toEqual([]);
    expect(translatableTexts('Recipient 2')).toEqual(['Recipient 2']);
  });

  it('offers no file to choose in a browser without WebRTC, and says why', async () => {
    const { RTCPeerConnection } = globalThis;
    Reflect.deleteProperty(globalThis, 'RTCPeerConnection');
    try {
      const page = open({ [access]: { body: { ...openedShare, isOwner: true } } });
      await givePassword(page);
      await screen.findByRole('button', { name: 'Copy link' });
      expect(screen.getByRole('status').textContent).toMatch(/This browser blocks WebRTC/);
      expect(screen.queryByRole('button', { name: 'Select File' })).toBeNull();
    } finally {
      Object.assign(globalThis, { RTCPeerConnection });
    }
  });

  it('has the badge Ready before a file is chosen [2.145]', async () => {
    await openAsOwner();
    expect(screen.getByRole('status').firstElementChild?.textContent).toBe('Ready');
  });

  it.each<[SenderSnapshot['state'], string, string]>([
    ['connecting', 'Connecting', '[2.146]'],
    ['waiting', 'Waiting', '[2.147]'],
    ['sending', 'Sending', '[2.148]'],
    ['completed', 'Complete', '[2.149]'],
    ['error', 'Error', '[2.150]'],
    ['retrying', 'Retrying', '[2.151]'],
  ])('when %s has the badge %s %s', async (state, badge) => {
    const page = await openAsOwner();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    act(() => page.engine.sender.show(senderSnapshot({ state })));
    expect(screen.getByRole('status').firstElementChild?.textContent).toBe(badge);
  });

  it('shows how far the recipient is that still receives, not the one that has the file', async () => {
    const page = await openAsOwner();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    const name = document.title;
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const done = recipientStatus({
      state: 'completed',
      stats: { ...halfWay, progressPercent: 100 },
    });
    const show = (...recipients: RecipientStatus[]): void =>
      act(() => page.engine.sender.show(senderSnapshot({ state: 'sending', recipients })));
    show(done, recipientStatus({ peerId: 'b', state: 'sending', stats: halfWay }));
    expect(document.title).toBe(`50% · ${name}`);
    const line = document.querySelector<HTMLElement>('[data-line="moving"]');
    expect(line?.style.getPropertyValue('--line-progress')).toBe('50%');
    act(() =>
      page.engine.sender.show(
        senderSnapshot({ state: 'completed', recipients: [done, { ...done, peerId: 'b' }] }),
      ),
    );
    expect(document.title).toBe(`✓ · ${name}`);
    hidden.mockRestore();
  });

  it('closes a session that starts after the page was unmounted', async () => {
    const page = await openAsOwner();
    const input = screen.getByLabelText('Select File', { selector: 'input' });
    const createSender = page.engine.createSender.bind(page.engine);
    page.engine.createSender = (options) => {
      page.view.unmount();
      return createSender(options);
    };
    fireEvent.change(input, { target: { files: [film()] } });
    await settle();
    expect(page.engine.senderOptions).not.toBeNull();
    expect(page.engine.sender.calls).toEqual(['close']);
  });

  it.each([
    ['Do not send', 'refuse a'],
    ['Send anyway', 'allow a'],
  ])('asks about a recipient without a proof: %s', async (name, call) => {
    const page = await openAsOwner();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    await settle();
    act(() =>
      page.engine.sender.show(
        senderSnapshot({ state: 'waiting', recipients: [recipientStatus({ proof: 'asking' })] }),
      ),
    );
    await page.user.click(screen.getByRole('button', { name }));
    expect(page.engine.sender.calls).toEqual([call]);
  });

  it('tells apart two recipients without a proof', async () => {
    const page = await openAsOwner();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    const recipients = [
      recipientStatus({ peerId: 'a', proof: 'asking' }),
      recipientStatus({
        peerId: 'b',
        proof: 'asking',
        joinedAt: new Date(2026, 10, 20, 9, 15).getTime(),
        person: { name: 'Grace', email: 'grace@example.org' },
      }),
    ];
    act(() => page.engine.sender.show(senderSnapshot({ state: 'waiting', recipients })));
    const [first, second] = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(first).toContain('Recipient 1 cannot prove that they have your link. Send anyway?');
    expect(first).toContain('Joined at 14:03.');
    expect(first).not.toContain('unverified');
    expect(second).toContain('Grace (grace@example.org) cannot prove that they have your link.');
    expect(second).toContain('Joined at 09:15. The name is unverified');
    const allow = screen.getAllByRole('button', { name: 'Send anyway' })[1];
    await page.user.click(allow as HTMLElement);
    expect(page.engine.sender.calls).toEqual(['allow b']);
  });

  it.each([
    ['shows verified for a recipient with a proof', 'proven', 1, 0],
    ['shows only the checksum for a recipient without a proof', 'waived', 0, 1],
    ['shows only the checksum where this device cannot make the link', 'none', 0, 1],
  ] as const)('%s', async (_name, proof, verified, intact) => {
    const page = await openAsOwner();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    await settle();
    const recipient = recipientStatus({ ...completed, proof });
    act(() =>
      page.engine.sender.show(senderSnapshot({ state: 'completed', recipients: [recipient] })),
    );
    expect(screen.queryAllByText(/Verified/)).toHaveLength(verified);
    expect(screen.queryAllByText(/checksum matches the one/)).toHaveLength(intact);
  });

  it('stays open for the next recipient after the only one was declined', async () => {
    const page = await openAsOwner();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    await settle();
    const stats = { ...emptyStats, totalBytes: 1 };
    const declined = { state: 'error', error: { code: 'declined-here' }, stats } as const;
    const recipients = [recipientStatus(declined)];
    act(() => page.engine.sender.show(senderSnapshot({ state: 'waiting', recipients })));
    const list = within(screen.getByRole('list', { name: 'Recipients' }));
    expect(list.getByText('Declined')).toBeTruthy();
    expect(list.queryByText('Error')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Reset Connection' })).toBeNull();
  });

  it('shows the recipient of an empty file, once it is delivered, with the proof and the receipt', async () => {
    const page = await openAsOwner();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    await settle();
    installDigests();
    const stats = { ...emptyStats, progressPercent: 100 };
    const recipients = [
      recipientStatus({ ...completed, proof: 'proven', stats, receipt: newReceipt('s1') }),
      recipientStatus({ peerId: 'b' }),
    ];
    act(() => page.engine.sender.show(senderSnapshot({ state: 'completed', recipients })));
    const list = within(screen.getByRole('list', { name: 'Recipients' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    expect(list.getByText(/Verified/)).toBeTruthy();
    expect(list.getByRole('button', { name: 'View Receipt' })).toBeTruthy();
  });

  it('numbers recipients without a name alike in a question and in the list', async () => {
    const page = await openAsOwner();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    const recipients = [
      recipientStatus({ peerId: 'a', state: 'waiting', approval: 'asking' }),
      recipientStatus({ peerId: 'b', state: 'sending', stats: halfWay }),
    ];
    act(() => page.engine.sender.show(senderSnapshot({ state: 'sending', recipients })));
    expect(screen.getByText('Recipient 1 wants to download this file.')).toBeTruthy();
    const list = within(screen.getByRole('list', { name: 'Recipients' }));
    expect(list.getByText('Recipient 2')).toBeTruthy();
  });

  it('shows the number and the progress of recipients and can be reset afterwards [2.153, 4.56, 4.60]', async () => {
    const page = await openAsOwner();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    const both = (part: Partial<RecipientStatus>) =>
      ['a', 'b'].map((peerId) => recipientStatus({ peerId, ...part }));
    const showState = (state: SenderSnapshot['state'], recipients: RecipientStatus[]): void =>
      act(() => page.engine.sender.show(senderSnapshot({ state, recipients })));
    showState('waiting', both({}));
    expect(screen.getByText('2 recipients connected')).toBeTruthy();
    const [first, second] = both({});
    if (first === undefined || second === undefined) throw new Error('no recipients');
    showState('waiting', [{ ...first, state: 'connecting' }, second]);
    expect(screen.getByText('1 recipient connected')).toBeTruthy();
    showState('waiting', [{ ...first, state: 'completed' }, second]);
    expect(screen.getByText('2 recipients connected')).toBeTruthy();
    showState('sending', both({ state: 'sending', stats: halfWay }));
    expect(screen.getAllByRole('progressbar')).toHaveLength(2);
    showState('completed', both({ state: 'completed', stats: halfWay }));
    expect(screen.getByText('Complete')).toBeTruthy();
    expect(lastToast().slice(0, 2)).toEqual([
      'Transfer Complete',
      'File has been successfully shared!',
    ]);
    await page.user.click(screen.getByRole('button', { name: 'Reset Connection' }));
    expect(screen.getByRole('button', { name: 'Select File' })).toBeTruthy();
    expect(page.engine.sender.calls).toEqual(['close']);
  });

  it('can join a share again that was restarted elsewhere while a recipient saves the file', async () => {
    const page = await openAsOwner();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    const recipients = [recipientStatus({ state: 'sending', isOutlivingShare: true })];
    const show = (error: SenderSnapshot['error']): void =>
      act(() => page.engine.sender.show(senderSnapshot({ state: 'sending', error, recipients })));
    show(null);
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    show({ code: 'share-closed' });
    await page.user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(page.engine.sender.calls).toEqual(['retry']);
    expect(screen.queryByRole('button', { name: 'Reset Connection' })).toBeNull();
  });

  it('does not reclaim the share from another tab when it becomes visible', async () => {
    const page = await openAsOwner();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    const error = { code: 'replaced' };
    act(() => page.engine.sender.show(senderSnapshot({ state: 'error', error })));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    act(() => jest.advanceTimersByTime(60_000));
    expect(page.engine.sender.calls).toEqual([]);
  });
});
