import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiAnswer } from '../../../../test/fake-api.js';
import { createFakeFileMemory } from '../../../../test/fake-file-memory.js';
import { createFakeLinkSecret } from '../../../../test/fake-link-secret.js';
import { installFakeLocks } from '../../../../test/fake-locks.js';
import { slowFile } from '../../../../test/slow-file.js';
import { asPackedBefore } from '../../../lib/files/bundle.js';
import { asOneFile } from '../../../lib/files/one-file.js';
import { fromFiles } from '../../../lib/files/selection.js';
import type { SenderOptions, SendSession } from '../../../transfer/api.js';
import type { OwnShare } from '../../../transfer/link-keys.js';
import { emptyStats } from '../../../transfer/pure.js';
import type { RememberedFile } from '../sending/file-memory.js';

const session: SendSession = {
  getSnapshot: () => ({
    state: 'waiting',
    attempt: 0,
    maxAttempts: 5,
    recipients: [],
    stats: emptyStats,
    error: null,
  }),
  subscribe: () => () => undefined,
  retry: () => undefined,
  pause: () => undefined,
  setLimit: () => undefined,
  resume: () => undefined,
  close: () => undefined,
  answerUnproven: () => undefined,
  restart: () => undefined,
  approve: () => undefined,
  endRecipient: () => undefined,
};
const createSender = jest.fn((_options: SenderOptions) => session);
/** Files are identical if their sizes are equal. */
const identifyFile = jest.fn((file: File) => Promise.resolve(`id of ${file.size} bytes`));
jest.unstable_mockModule('../../../transfer/index.js', () => ({
  createSender,
  createDeviceLimit: () => null,
  identifyFile,
}));
const { isPageTitle, renderApp, someUser, startApi, tidyUp } =
  await import('../../../../test/render-app.js');
const { getToasts } = await import('../../../components/toast/index.js');
const { setSession } = await import('../../../lib/account/session.js');
const { setLinkSecretOpener } = await import('../../../lib/links/share-link.js');
const { setEngineLoader } = await import('../sending/share/load-engine.js');
const { setFileMemoryOpener } = await import('../sending/file-memory.js');

const share = {
  id: '1',
  shareId: 'abc',
  filename: 'report.pdf',
  fileSize: '5 Bytes',
  fileType: 'application/pdf',
  password: 'kT7-mqP2',
  downloadCount: 0,
  expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  isActive: true,
};

/** A handle from the file dialog; its permission is requested again after a reload. */
const handleOf = (text: string, permission: PermissionState = 'granted') => {
  const asked = jest.fn(() => Promise.resolve(permission));
  const handle = {
    kind: 'file',
    name: 'report.pdf',
    getFile: () => Promise.resolve(new File([text], 'report.pdf')),
    queryPermission: () => Promise.resolve('prompt' as const),
    requestPermission: asked,
  };
  return { handle: handle as unknown as FileSystemFileHandle, asked };
};

const remembered = (part: Partial<RememberedFile> = {}): RememberedFile => ({
  shareId: 'abc',
  fileId: 'id of 5 bytes',
  handles: [],
  isFolder: false,
  isUnfinished: true,
  ...part,
});

const start = (entries: readonly RememberedFile[], row: object = share) => {
  const fake = createFakeFileMemory(entries);
  setFileMemoryOpener(() => fake.memory);
  const api = startApi();
  api.answer({ 'GET /api/file-shares': { body: [row] } });
  renderApp('/', someUser());
  return { ...fake, api };
};

beforeEach(() => createSender.mockClear());
afterEach(() => {
  jest.restoreAllMocks();
  identifyFile.mockImplementation((file) => Promise.resolve(`id of ${file.size} bytes`));
  tidyUp();
  setFileMemoryOpener(null);
  Reflect.deleteProperty(window, 'showOpenFilePicker');
});

describe('after a reload of the sending tab', () => {
  it('claims no transfer that the reload may not have interrupted', async () => {
    start([remembered()]);
    expect(await screen.findByText(/^This page was reloaded and no longer sends/)).toBeDefined();
    expect(screen.queryByText(/during a transfer/)).toBeNull();
  });

  it('resumes with one click after the browser grants access to the file', async () => {
    const { handle, asked } = handleOf('hello');
    start([remembered({ handles: [handle] })]);
    await userEvent.click(
      await screen.findByRole('button', { name: 'Resume sending: report.pdf' }),
    );
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(createSender.mock.calls[0]?.[0]).toMatchObject({ shareId: 'abc', file: { size: 5 } });
    await waitFor(() => expect(screen.queryByText('Resume sending?')).toBeNull());
  });

  it.each([
    ['has changed', handleOf('now longer').handle, /has changed.* Create a new share to send the/],
    ['cannot be read', handleOf('hello', 'denied').handle, /can no longer read/],
  ])('does not send a file that %s, but one chosen in the dialog', async (_name, handle, words) => {
    start([remembered({ handles: [handle] })]);
    await userEvent.click(
      await screen.findByRole('button', { name: 'Resume sending: report.pdf' }),
    );
    expect(await screen.findByText(words)).toBeDefined();
    expect(createSender).not.toHaveBeenCalled();
    await userEvent.upload(
      await screen.findByLabelText('Choose the same file again: report.pdf', { selector: 'input' }),
      new File(['hello'], 'report.pdf'),
    );
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
  });

  it('says that code is missing, not that the file has changed, and resumes once it is there', async () => {
    const { handle } = handleOf('hello');
    setEngineLoader(() => Promise.reject(new TypeError('404')));
    start([remembered({ handles: [handle] })]);
    const resume = { name: 'Resume sending: report.pdf' };
    await userEvent.click(await screen.findByRole('button', resume));
    expect(await screen.findByText(/^Part of the app could not be loaded/)).toBeDefined();
    expect(getToasts()).toHaveLength(1);
    setEngineLoader(() => import('../../../transfer/index.js'));
    await userEvent.click(screen.getByRole('button', resume));
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
  });

  it('recognises a renamed file by its identity without a handle', async () => {
    start([remembered()]);
    const input = await screen.findByLabelText('Choose the same file again: report.pdf', {
      selector: 'input',
    });
    await userEvent.upload(input, new File(['something else'], 'other.pdf'));
    expect(await screen.findByText('Not the same file')).toBeDefined();
    expect(createSender).not.toHaveBeenCalled();
    await userEvent.upload(input, new File(['hello'], 'renamed.pdf', { lastModified: 7 }));
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
    // Recipients refuse another name.
    const sent = { name: 'report.pdf', size: 5, lastModified: 7 };
    expect(createSender.mock.calls[0]?.[0].file).toMatchObject(sent);
  });

  it('resumes with a stored file that was renamed under the name of the share', async () => {
    start([remembered({ handles: [handleOf('hello').handle] })], {
      ...share,
      filename: 'contract.pdf',
    });
    await userEvent.click(
      await screen.findByRole('button', { name: 'Resume sending: contract.pdf' }),
    );
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
    expect(createSender.mock.calls[0]?.[0].file.name).toBe('contract.pdf');
  });

  it('tells a file of the same name from the shared one by its size', async () => {
    start([remembered()]);
    const input = await screen.findByLabelText('Choose the same file again: report.pdf', {
      selector: 'input',
    });
    await userEvent.upload(input, new File(['hello!'], 'report.pdf'));
    const words =
      'You chose “report.pdf, 6 Bytes”, but this share was made for “report.pdf, 5 Bytes”.';
    expect(await screen.findByText(words)).toBeDefined();
    expect(createSender).not.toHaveBeenCalled();
  });

  describe('on the device that created the share', () => {
    const recorded = { filename: 'report.pdf', fileBytes: 5, asksFirst: false };
    const choose = async (own: Partial<OwnShare>, row: object, file: File) => {
      setLinkSecretOpener(() => createFakeLinkSecret({ abc: own }).secret);
      start([], { ...share, ...row });
      const [input] = await screen.findAllByLabelText(/^Choose file to send/, {
        selector: 'input',
      });
      if (input === undefined) throw new Error('no input');
      await userEvent.upload(input, file);
    };
    const agree = { name: 'Send from here' };
    afterEach(() => setLinkSecretOpener(null));

    it.each([
      ['name', { filename: 'contract.pdf' }, new File(['hello'], 'contract.pdf')],
      ['size', { fileSize: '6 Bytes' }, new File(['hello!'], 'report.pdf')],
    ])('sends nothing when the server shows another %s', async (_what, row, file) => {
      await choose(recorded, row, file);
      expect(await screen.findByText('Nothing was sent')).toBeDefined();
      expect(screen.getByText(/this device created it for “report.pdf, 5 Bytes”/)).toBeDefined();
      expect(createSender).not.toHaveBeenCalled();
    });

    it('does not resume with the stored file either', async () => {
      setLinkSecretOpener(() => createFakeLinkSecret({ abc: recorded }).secret);
      start([remembered({ handles: [handleOf('hello').handle] })], {
        ...share,
        filename: 'contract.pdf',
      });
      await userEvent.click(
        await screen.findByRole('button', { name: 'Resume sending: contract.pdf' }),
      );
      expect(await screen.findByText('Nothing was sent')).toBeDefined();
      expect(createSender).not.toHaveBeenCalled();
    });

    it('says nothing about a file whose row is gone', async () => {
      const { secret } = createFakeLinkSecret({ abc: recorded });
      let look = (): void => undefined;
      let give = (): void => undefined;
      const isLooking = new Promise<void>((resolve) => (look = resolve));
      const given = new Promise<void>((resolve) => (give = resolve));
      setLinkSecretOpener(() => secret);
      start([remembered()], { ...share, filename: 'contract.pdf' });
      const label = 'Choose the same file again: contract.pdf';
      const input = await screen.findByLabelText(label, { selector: 'input' });
      const findShare = secret.findShare.bind(secret);
      secret.findShare = async (shareId) => {
        look();
        await given;
        return findShare(shareId);
      };
      fireEvent.change(input, { target: { files: [new File(['hello'], 'contract.pdf')] } });
      await isLooking;
      act(() => setSession({ status: 'visitor' }));
      await screen.findByRole('heading', { level: 1, name: isPageTitle });
      await act(async () => {
        give();
        await given;
      });
      expect(getToasts()).toEqual([]);
    });

    it.each([
      ['as recorded', recorded],
      ['of a version that recorded no file', {}],
    ])('sends the file %s', async (_what, own) => {
      await choose(own, {}, new File(['hello'], 'report.pdf'));
      await userEvent.click(await screen.findByRole('button', agree));
      await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
    });
  });

  /** The files, their archive, and the one that an earlier version made of them. */
  const packBefore = async (...names: string[]) => {
    const files = names.map((name) => new File([name], name, { lastModified: 1e12 }));
    const watch = { onProgress: () => undefined, signal: new AbortController().signal };
    const { file } = await asOneFile(fromFiles(files), watch);
    const before = asPackedBefore(file);
    if (before === null) throw new Error('no archive');
    return { files, file, before };
  };

  it('sends an archive that an earlier version packed in another browser, with its size', async () => {
    const { files, file, before } = await packBefore('aux.txt', 'b.txt');
    expect(before.size).toBeLessThan(file.size);
    start([], { ...share, filename: before.name, fileSize: `${before.size} Bytes` });
    const [input] = await screen.findAllByLabelText(/^Choose file to send/, { selector: 'input' });
    if (input === undefined) throw new Error('no input');
    await userEvent.upload(input, files);
    await userEvent.click(await screen.findByRole('button', { name: 'Send from here' }));
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
    expect(createSender.mock.calls[0]?.[0].file.size).toBe(before.size);
  });

  it('resumes with the archive that an earlier version packed, with its local times and names', async () => {
    // The environment of these tests cannot change the zone.
    jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-120);
    identifyFile.mockImplementation(
      (file) =>
        new Promise((resolve) => {
          const reader = new FileReader();
          reader.onload = () => resolve(reader.result as string);
          reader.readAsDataURL(file);
        }),
    );
    const { files, file, before } = await packBefore('a.txt', 'b?.txt');
    const fileId = await identifyFile(before);
    start([remembered({ fileId })]);
    const label = 'Choose the same file again: report.pdf';
    const input = await screen.findByLabelText(label, { selector: 'input' });
    await userEvent.upload(input, files);
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
    const { file: sent = file, isUnchanged } = createSender.mock.calls[0]?.[0] ?? {};
    expect([sent.name, await identifyFile(sent)]).toEqual(['report.pdf', fileId]);
    expect(isUnchanged).toBeInstanceOf(Function);
  });

  describe('several files that are packed again', () => {
    const isAskedBeforeLeaving = (): boolean => {
      const leaving = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(leaving);
      return leaving.defaultPrevented;
    };

    it.each([
      ['after a reload', true, 'Choose the same file again: report.pdf', 'Cancel'],
      ['from the list', false, 'Choose file to send report.pdf', 'Cancel: report.pdf'],
    ])(
      'show their progress and can be cancelled, %s',
      async (_where, isUnfinished, label, name) => {
        start([remembered({ isUnfinished })]);
        const input = await screen.findByLabelText(label, { selector: 'input' });
        const slow = slowFile('a.txt');
        const files = [slow.file, new File(['bb'], 'b.txt')];
        fireEvent.change(input, { target: { files } });
        await slow.isRead;
        const progress = await screen.findByRole('progressbar', { name: /^Packing progress/ });
        expect(isAskedBeforeLeaving()).toBe(true);
        slow.giveByte();
        await waitFor(() => expect(progress.getAttribute('aria-valuenow')).toBe('25'));
        await userEvent.click(screen.getByRole('button', { name }));
        expect(screen.queryByRole('progressbar', { name: /^Packing progress/ })).toBeNull();
        expect(isAskedBeforeLeaving()).toBe(false);
        slow.giveByte();
        await slow.isLeft;
        expect(createSender).not.toHaveBeenCalled();
        expect(getToasts()).toEqual([]);
      },
    );

    it('can be cancelled where the browser keeps their handles', async () => {
      const slow = slowFile('a.txt');
      const handles = [slow.file, new File(['bb'], 'b.txt')].map((file) => {
        const { handle } = handleOf('hello');
        return Object.assign(handle, { name: file.name, getFile: () => Promise.resolve(file) });
      });
      start([remembered({ handles, isUnfinished: false })]);
      await userEvent.click(
        await screen.findByRole('button', { name: 'Resume sending report.pdf' }),
      );
      await slow.isRead;
      await userEvent.click(await screen.findByRole('button', { name: 'Cancel: report.pdf' }));
      slow.giveByte();
      await slow.isLeft;
      expect(
        await screen.findByRole('button', { name: 'Resume sending report.pdf' }),
      ).toBeDefined();
      expect(createSender).not.toHaveBeenCalled();
    });
  });

  it('replaces a selection that is still being read', async () => {
    const two = (first: File) => [first, new File(['b'], 'b.txt')];
    const quick = two(new File(['ab'], 'a.txt'));
    const watch = { onProgress: () => undefined, signal: new AbortController().signal };
    const { file } = await asOneFile(fromFiles(quick), watch);
    start([remembered({ fileId: await identifyFile(file) })]);
    const label = 'Choose the same file again: report.pdf';
    const input = await screen.findByLabelText(label, { selector: 'input' });
    const slow = slowFile('a.txt');
    fireEvent.change(input, { target: { files: two(slow.file) } });
    await slow.isRead;
    fireEvent.change(input, { target: { files: quick } });
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
    slow.giveByte();
    await slow.isLeft;
    expect(createSender).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the user stopped', { isUnfinished: false }, {}],
    ['is no longer active', {}, { isActive: false }],
  ])('does not offer a share that %s', async (_name, entry, row) => {
    start([remembered(entry)], { ...share, ...row });
    expect(await screen.findByRole('button', { name: 'Copy link of report.pdf' })).toBeDefined();
    expect(screen.queryByText('Resume sending?')).toBeNull();
  });

  it('does not offer a share that another tab sends, and says where it is sent', async () => {
    const held = [{ name: 'tandem-send abc' }];
    Object.defineProperty(navigator, 'locks', {
      configurable: true,
      value: {
        query: () => Promise.resolve({ held }),
        request: () => Promise.resolve(),
      },
    });
    start([remembered()]);
    expect(await screen.findByText('Live in another tab')).toBeDefined();
    expect(screen.queryByText('Resume sending?')).toBeNull();
    expect(screen.queryByRole('button', { name: /Choose file/ })).toBeNull();
    Reflect.deleteProperty(navigator, 'locks');
  });

  it('offers a dismissed share no more, not even after another reload', async () => {
    const { files } = start([remembered()]);
    expect(await screen.findByText('Not being sent from this browser')).toBeDefined();
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss: report.pdf' }));
    expect(screen.queryByText('Resume sending?')).toBeNull();
    await waitFor(() => expect(files.get('abc')).toMatchObject({ isUnfinished: false }));
  });

  it('resumes from the list of shares with the stored file', async () => {
    start([remembered({ handles: [handleOf('hello').handle], isUnfinished: false })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Resume sending report.pdf' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send from here' }));
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
  });
});

describe('the offer to resume', () => {
  const isOffered = () => screen.queryByText('Resume sending?') !== null;

  it('does not come back for a share that was resumed and then stopped here', async () => {
    start([remembered({ handles: [handleOf('hello').handle] })]);
    await userEvent.click(
      await screen.findByRole('button', { name: 'Resume sending: report.pdf' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Stop sending' }));
    expect(await screen.findByText('Not being sent from this browser')).toBeDefined();
    expect(isOffered()).toBe(false);
  });

  it.each([
    ['is not made for one that another tab has ended', false],
    ['is made for one whose other tab was closed', true],
  ])('%s', async (_what, isUnfinished) => {
    const locks = installFakeLocks();
    const { files } = start([remembered()]);
    const close = await locks.holdElsewhere('tandem-send abc');
    expect(await screen.findByText('Live in another tab')).toBeDefined();
    expect(isOffered()).toBe(false);
    files.set('abc', remembered({ isUnfinished }));
    await close();
    expect(await screen.findByText('Not being sent from this browser')).toBeDefined();
    await waitFor(() => expect(isOffered()).toBe(isUnfinished));
    locks.remove();
  });
});

describe('a share that another device may be sending', () => {
  it('is taken from it only when the owner agrees', async () => {
    start([]);
    const input = await screen.findByLabelText('Choose file to send report.pdf', {
      selector: 'input',
    });
    const choose = async () => {
      await userEvent.upload(input, new File(['hello'], 'report.pdf'));
      return within(await screen.findByRole('dialog', { name: 'Send from this browser?' }));
    };
    const first = await choose();
    expect(first.getByText('If another device is sending this file, it stops.')).toBeDefined();
    await userEvent.click(first.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(createSender).not.toHaveBeenCalled();
    const second = await choose();
    await userEvent.click(second.getByRole('button', { name: 'Send from here' }));
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
  });

  it('is announced where this browser offers to resume after a reload', async () => {
    start([remembered()]);
    expect(await screen.findByText(/If another device sends one of them now, it/)).toBeDefined();
  });
});

describe('file memory', () => {
  const created = { 'POST /api/file-shares': { body: share } };

  it('stores handle and identity and marks the share as sent until the user stops', async () => {
    const { handle } = handleOf('hello');
    Object.assign(window, { showOpenFilePicker: () => Promise.resolve([handle]) });
    const { files, api } = start([]);
    api.answer(created);
    await userEvent.click(await screen.findByRole('button', { name: 'Select File' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Create Share' }));
    await waitFor(() => expect(files.get('abc')).toEqual(remembered({ handles: [handle] })));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Stop sending' }));
    await waitFor(() =>
      expect(files.get('abc')).toEqual(remembered({ handles: [handle], isUnfinished: false })),
    );
  });

  it('ignores a cancelled dialog and falls back to the input if the dialog is forbidden', async () => {
    const failures = ['AbortError', 'SecurityError'];
    Object.assign(window, {
      showOpenFilePicker: () => Promise.reject(new DOMException('', failures.shift())),
    });
    start([]);
    const opened = jest.fn();
    const input = await screen.findByLabelText('Select File', { selector: 'input' });
    input.addEventListener('click', opened);
    const button = screen.getByRole('button', { name: 'Select File' });
    await userEvent.click(button);
    expect(opened).not.toHaveBeenCalled();
    await userEvent.click(button);
    await waitFor(() => expect(opened).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('button', { name: 'Create Share' })).toBeNull();
  });

  it('chooses a folder in the input, which lists all of its files, where there is a dialog too', async () => {
    const dialog = jest.fn();
    Object.assign(window, { showDirectoryPicker: dialog });
    Object.assign(HTMLInputElement.prototype, { webkitdirectory: false });
    start([]);
    const opened = jest.fn();
    const input = await screen.findByLabelText('Select Folder', { selector: 'input' });
    input.addEventListener('click', opened);
    await userEvent.click(screen.getByRole('button', { name: 'Select Folder' }));
    await waitFor(() => expect(opened).toHaveBeenCalledTimes(1));
    expect(dialog).not.toHaveBeenCalled();
    Reflect.deleteProperty(window, 'showDirectoryPicker');
    Reflect.deleteProperty(HTMLInputElement.prototype, 'webkitdirectory');
  });

  it('opens the folder dialog again for a folder', async () => {
    const { files, api } = start([]);
    api.answer(created);
    const chosen = Object.defineProperty(new File(['hello'], 'may.pdf'), 'webkitRelativePath', {
      value: 'Reports/may.pdf',
    });
    const first = await screen.findByLabelText('Select Folder', { selector: 'input' });
    await userEvent.upload(first, [chosen]);
    await userEvent.click(await screen.findByRole('button', { name: 'Create Share' }));
    await waitFor(() => expect(files.get('abc')).toMatchObject({ isFolder: true }));
    const entry = files.get('abc');
    tidyUp();
    start(entry === undefined ? [] : [entry]);
    const opened = jest.fn();
    const label = 'Choose the same folder again: report.pdf';
    const input = await screen.findByLabelText(label, { selector: 'input' });
    input.addEventListener('click', opened);
    await userEvent.click(await screen.findByRole('button', { name: label }));
    await waitFor(() => expect(opened).toHaveBeenCalledTimes(1));
    await userEvent.upload(input, [chosen]);
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(2));
    expect(createSender.mock.calls[1]?.[0].file.size).toBe(
      createSender.mock.calls[0]?.[0].file.size,
    );
  });

  it('leads to the page of a share whose files and folders only a drop can choose', async () => {
    const { files, api } = start([]);
    api.answer(created);
    const entry = (name: string, children?: object[]) => ({
      name,
      isFile: children === undefined,
      isDirectory: children !== undefined,
      file: (resolve: (found: File) => void) => resolve(new File(['hello'], name)),
      createReader: () => ({
        readEntries: (resolve: (batch?: object[]) => void) => resolve(children?.splice(0)),
      }),
    });
    const dropped = [entry('Reports', [entry('may.pdf')]), entry('b.pdf')];
    fireEvent.drop(await screen.findByText('Drop a file here or choose one'), {
      dataTransfer: {
        types: ['Files'],
        files: [],
        items: dropped.map((item) => ({ kind: 'file', webkitGetAsEntry: () => item })),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Create Share' }));
    await waitFor(() => expect(files.get('abc')).toMatchObject({ isMixed: true }));
    const stored = files.get('abc');
    tidyUp();
    start(stored === undefined ? [] : [stored]);
    const open = jest.spyOn(window, 'open').mockReturnValue(null);
    const labels = [
      'Drop the same files again on the share’s page: report.pdf',
      'Drop files to send report.pdf on its page',
    ];
    for (const name of labels) await userEvent.click(await screen.findByRole('button', { name }));
    const opened = ['/share/abc', '_blank', 'noopener'];
    expect(open.mock.calls).toEqual([opened, opened]);
  });

  it('stores the handle of a dropped file', async () => {
    const { handle } = handleOf('hello');
    const { files, api } = start([]);
    api.answer(created);
    const hint = await screen.findByText('Drop a file here or choose one');
    fireEvent.drop(hint, {
      dataTransfer: {
        types: ['Files'],
        files: [new File(['hello'], 'report.pdf')],
        items: [{ kind: 'file', getAsFileSystemHandle: () => Promise.resolve(handle) }],
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Create Share' }));
    await waitFor(() => expect(files.get('abc')?.handles).toEqual([handle]));
  });

  it('deletes the entry with the share', async () => {
    const expired = { ...share, expiresAt: new Date(Date.now() - 1_000).toISOString() };
    const { files, api } = start([remembered()], expired);
    api.answer({ 'DELETE /api/file-shares/abc': { body: { success: true } } });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete report.pdf' }));
    await waitFor(() => expect(files.size).toBe(0));
  });

  it('starts nothing for a share whose creation is answered after sign-out', async () => {
    const { handle } = handleOf('hello');
    Object.assign(window, { showOpenFilePicker: () => Promise.resolve([handle]) });
    const { files, api } = start([]);
    let answer = (): void => undefined;
    const answered = new Promise<ApiAnswer>((resolve) => {
      answer = () => resolve({ status: 201, body: share });
    });
    api.answer({ 'POST /api/file-shares': () => answered });
    await userEvent.click(await screen.findByRole('button', { name: 'Select File' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Create Share' }));
    act(() => setSession({ status: 'visitor' }));
    await act(async () => {
      answer();
      await answered;
    });
    await screen.findByRole('heading', { level: 1, name: isPageTitle });
    expect(createSender).not.toHaveBeenCalled();
    expect(files.size).toBe(0);
    expect(getToasts()).toEqual([]);
  });

  it('stops reading a selection on sign-out', async () => {
    start([remembered()]);
    const label = 'Choose the same file again: report.pdf';
    const input = await screen.findByLabelText(label, { selector: 'input' });
    const slow = slowFile('a.txt');
    fireEvent.change(input, { target: { files: [slow.file, new File(['b'], 'b.txt')] } });
    await slow.isRead;
    act(() => setSession({ status: 'visitor' }));
    slow.giveByte();
    await slow.isLeft;
    expect(createSender).not.toHaveBeenCalled();
  });

  it('deletes all entries on sign-out', async () => {
    const { files } = start([remembered(), remembered({ shareId: 'other' })]);
    await screen.findByText('Resume sending?');
    act(() => setSession({ status: 'visitor' }));
    await waitFor(() => expect(files.size).toBe(0));
  });
});
