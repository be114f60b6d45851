import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createFakeLinkSecret } from '../../../../test/fake-link-secret.js';
import { installDigests, newReceipt, submissionOf } from '../../../../test/receipts.js';
import { slowFile } from '../../../../test/slow-file.js';
import { recipientStatus, senderSnapshot } from '../../../../test/snapshots.js';
import { setSession } from '../../../lib/account/session.js';
import { setLinkSecretOpener } from '../../../lib/links/share-link.js';
import type { RecipientStatus, SenderSnapshot } from '../../../transfer/api.js';
import type { OwnShare } from '../../../transfer/link-keys.js';
import { emptyStats } from '../../../transfer/pure.js';
import { openedShare } from '../test/fake-server.js';
import {
  access,
  givePassword,
  halfWay,
  isAskedBeforeLeaving,
  lastToast,
  open,
  settle,
  withFreshPage,
} from '../test/opened-page.js';

withFreshPage();

describe('step 3 for the owner', () => {
  const openAsOwner = async () => {
    const page = open({ [access]: { body: { ...openedShare, isOwner: true } } });
    await givePassword(page);
    await screen.findByRole('button', { name: 'Select File' });
    return page;
  };

  const film = (name = openedShare.filename): File => {
    const file = new File(['x'], name, { type: 'video/mp4' });
    Object.defineProperty(file, 'size', { value: 64 * 1024 ** 2 });
    return file;
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

  it.each([
    ['connecting', 'Connecting', '[4.12]'],
    ['waiting', 'Waiting', '[4.12]'],
    ['sending', 'Sending', '[4.13]'],
    ['retrying', 'Retrying', '[4.14]'],
  ] as const)('offers no other file while %s: %s %s', async (state, badge, _tag) => {
    const page = await openAsOwner();
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    await screen.findByText('Connecting to signaling server');
    await settle();
    act(() => page.engine.sender.show(senderSnapshot({ state })));
    expect(screen.getByText(badge)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Select File' })).toBeNull();
    expect(screen.queryByLabelText('Select File', { selector: 'input' })).toBeNull();
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

  const completed: Partial<RecipientStatus> = {
    state: 'completed',
    isVerified: true,
    stats: { ...recipientStatus().stats, progressPercent: 100, totalBytes: 1 },
  };

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

  it('asks before sending a file of another name, and sends it under the name of the share', async () => {
    const page = await openAsOwner();
    const other = film('film (1).mp4');
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), other);
    const anyway = await screen.findByRole('button', { name: 'Send it anyway' });
    expect(screen.getByText('It will be sent as “holiday film.mp4”.')).toBeTruthy();
    expect(page.engine.senderOptions).toBeNull();
    await page.user.click(anyway);
    await screen.findByText('Connecting to signaling server');
    const { name, type, lastModified } = page.engine.senderOptions?.file ?? {};
    expect([name, type, lastModified]).toEqual([
      'holiday film.mp4',
      'video/mp4',
      other.lastModified,
    ]);
  });

  it('sends no file of another size, which recipients refuse', async () => {
    const page = await openAsOwner();
    const other = new File(['y'], openedShare.filename);
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), other);
    const words = /^You chose “holiday film.mp4, 1 Bytes”, but .* “holiday film.mp4, 64.00 MB”/;
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText(/Create a new share to send this file/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send it anyway' })).toBeNull();
    expect(page.engine.senderOptions).toBeNull();
  });

  describe('on the device that created the share', () => {
    const ada = { uid: 'ada', email: null, displayName: null, photoURL: null };
    const openHere = async (own: Partial<OwnShare>) => {
      setLinkSecretOpener(() => createFakeLinkSecret({ s1: own }).secret);
      setSession({ status: 'user', user: ada });
      const page = open({ [access]: { body: { ...openedShare, isOwner: true } } });
      await screen.findByRole('button', { name: 'Select File' });
      return page;
    };
    const choose = ({ user }: Awaited<ReturnType<typeof openHere>>) =>
      user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film());
    afterEach(() => setLinkSecretOpener(null));

    it('sends nothing when the server shows another file', async () => {
      const page = await openHere({ filename: 'salaries.xls', fileBytes: 5, asksFirst: false });
      await choose(page);
      await settle();
      expect(lastToast()[0]).toBe('Nothing was sent');
      expect(screen.queryByRole('button', { name: 'Send it anyway' })).toBeNull();
      expect(page.engine.senderOptions).toBeNull();
    });

    it('asks where the user has chosen it, although the server says no', async () => {
      const page = await openHere({ asksFirst: true });
      await choose(page);
      await screen.findByText('Connecting to signaling server');
      expect(page.engine.senderOptions?.asksFirst?.()).toBe(true);
    });

    const list = 'GET /api/file-shares?userId=ada&limit=500&search=holiday+film.mp4&status=active';
    const listed = (asksFirst: boolean) => ({ body: [{ shareId: 's1', asksFirst }] });
    const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

    it('asks once the owner has chosen it on another device, without opening the share again', async () => {
      const page = await openHere({});
      page.answers[list] = listed(false);
      await choose(page);
      await screen.findByText('Connecting to signaling server');
      expect(page.engine.senderOptions?.asksFirst?.()).toBe(false);
      page.answers[list] = listed(true);
      await wait(30_000);
      expect(page.engine.senderOptions?.asksFirst?.()).toBe(true);
      expect(page.asked.filter(({ route }) => route === access)).toHaveLength(1);
    });

    it('asks where the owner has chosen it on another device before the file', async () => {
      const page = await openHere({});
      page.answers[list] = listed(true);
      await choose(page);
      await screen.findByText('Connecting to signaling server');
      expect(page.engine.senderOptions?.asksFirst?.()).toBe(true);
    });

    it('reads the choice only while it sends, until the share has ended', async () => {
      const page = await openHere({});
      const reads = () => page.asked.filter(({ route }) => route === list).length;
      await wait(120_000);
      expect(reads()).toBe(0);
      page.answers[list] = listed(true);
      await choose(page);
      await screen.findByText('Connecting to signaling server');
      page.answers[list] = { body: [] };
      await wait(120_000);
      expect(reads()).toBe(2);
      expect(page.engine.senderOptions?.asksFirst?.()).toBe(true);
    });
  });

  it('says that the files of an archive can be dropped', async () => {
    Object.assign(HTMLInputElement.prototype, { webkitdirectory: false });
    const body = { ...openedShare, filename: 'Reports and 1 more.zip', isOwner: true };
    await givePassword(open({ [access]: { body } }));
    expect(await screen.findByText('You can also drop the files and folders here.')).toBeTruthy();
    Reflect.deleteProperty(HTMLInputElement.prototype, 'webkitdirectory');
  });

  it('sends several files as the archive they were shared as', async () => {
    const name = 'a and 1 more.zip';
    const body = { ...openedShare, filename: name, fileSize: '232 Bytes', isOwner: true };
    const page = open({ [access]: { body } });
    await givePassword(page);
    await screen.findByRole('button', { name: 'Select File' });
    const files = [new File(['b'], 'b.txt'), new File(['a'], 'a.txt')];
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), files);
    await screen.findByText('Connecting to signaling server');
    const { file: sent, isUnchanged } = page.engine.senderOptions ?? {};
    expect([sent?.name, sent?.type]).toEqual([name, 'application/zip']);
    expect(isUnchanged).toBeInstanceOf(Function);
  });

  it('shows the progress of packing several files, which can be cancelled', async () => {
    await openAsOwner();
    const slow = slowFile('a.txt');
    const choose = (files: File[]) =>
      fireEvent.change(screen.getByLabelText('Select File', { selector: 'input' }), {
        target: { files },
      });
    choose([slow.file, new File(['bb'], 'b.txt')]);
    await slow.isRead;
    expect(await screen.findByText('Packing 2 files into one ZIP…')).toBeTruthy();
    expect(isAskedBeforeLeaving()).toBe(true);
    act(() => slow.giveByte());
    expect(await screen.findByText('25%')).toBeTruthy();
    // The chosen button is disabled now. A screen reader reads the text with the one that can be used.
    const cancel = screen.getByRole('button', { name: 'Cancel' });
    expect(document.activeElement).toBe(cancel);
    const described = cancel.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Packing 2 files into one ZIP…');
    fireEvent.click(cancel);
    expect(screen.queryByText('Packing 2 files into one ZIP…')).toBeNull();
    expect(isAskedBeforeLeaving()).toBe(false);
    choose([film()]);
    expect(await screen.findByText('Connecting to signaling server')).toBeTruthy();
    slow.giveByte();
    await slow.isLeft;
  });

  it('hides the unconfirmed file while reading the next one and aborts reading on unmount', async () => {
    const page = await openAsOwner();
    const input = screen.getByLabelText('Select File', { selector: 'input' });
    await page.user.upload(input, film('other.mp4'));
    await screen.findByRole('button', { name: 'Send it anyway' });
    const slow = slowFile('a.txt');
    fireEvent.change(input, { target: { files: [slow.file, new File(['b'], 'b.txt')] } });
    await slow.isRead;
    expect(screen.queryByRole('button', { name: 'Send it anyway' })).toBeNull();
    page.view.unmount();
    slow.giveByte();
    await slow.isLeft;
    expect(page.engine.senderOptions).toBeNull();
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
