import { Blob, File as NodeFile } from 'node:buffer';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { isAskedBeforeLeaving } from '../../../../test/dom/tab.js';
import { createFakeLinkSecret } from '../../../../test/fake-link-secret.js';
import { installDigests } from '../../../../test/receipts.js';
import { slowFile } from '../../../../test/slow-file.js';
import { senderSnapshot } from '../../../../test/snapshots.js';
import { setSession } from '../../../lib/account/session.js';
import { setLinkSecretOpener } from '../../../lib/links/share-link.js';
import type { OwnShare } from '../../../transfer/link-keys.js';
import { identifyFile } from '../../../transfer/send/source/file-source.js';
import { openedShare } from '../test/fake-server.js';
import {
  access,
  givePassword,
  lastToast,
  open,
  settle,
  withFreshPage,
} from '../test/opened-page.js';
import { openAsOwner, film } from '../test/owner-page.js';

withFreshPage();

describe('the choice of the file to send', () => {
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

  it('does not send what was saved under another name after it was chosen', async () => {
    installDigests();
    const page = await openAsOwner();
    const newer = film('film (1).mp4');
    // Firefox reads the bytes of now, also through a `File` that is made of the chosen one.
    const chosen = Object.assign(newer, { slice: () => new Blob(['as chosen']) });
    await page.user.upload(screen.getByLabelText('Select File', { selector: 'input' }), chosen);
    const anyway = await screen.findByRole('button', { name: 'Send it anyway' });
    const { File: unreadable } = globalThis;
    // The files of jsdom cannot be read.
    Object.assign(globalThis, { File: NodeFile });
    try {
      await page.user.click(anyway);
      await screen.findByText('Connecting to signaling server');
    } finally {
      Object.assign(globalThis, { File: unreadable });
    }
    const sent = page.engine.senderOptions?.file;
    expect(sent).toBeInstanceOf(NodeFile);
    await expect(identifyFile(sent as File)).rejects.toMatchObject({ code: 'file-unreadable' });
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
    await waitFor(() => slow.isRead);
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
    await waitFor(() => slow.isLeft);
  });

  it('hides the unconfirmed file while reading the next one and aborts reading on unmount', async () => {
    const page = await openAsOwner();
    const input = screen.getByLabelText('Select File', { selector: 'input' });
    await page.user.upload(input, film('other.mp4'));
    await screen.findByRole('button', { name: 'Send it anyway' });
    const slow = slowFile('a.txt');
    fireEvent.change(input, { target: { files: [slow.file, new File(['b'], 'b.txt')] } });
    await waitFor(() => slow.isRead);
    expect(screen.queryByRole('button', { name: 'Send it anyway' })).toBeNull();
    page.view.unmount();
    slow.giveByte();
    await waitFor(() => slow.isLeft);
    expect(page.engine.senderOptions).toBeNull();
  });
});
