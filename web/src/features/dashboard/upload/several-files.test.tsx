import { Blob } from 'node:buffer';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { isAskedBeforeLeaving } from '../../../../test/dom/tab.js';
import { installDigests } from '../../../../test/receipts.js';
import { identifyFile } from '../../../transfer/send/source/file-source.js';
import {
  createSender,
  renderApp,
  sessions,
  share,
  someUser,
  startApi,
  tidyUp,
  withFreshDashboard,
} from '../test/dashboard.js';

withFreshDashboard();

const open = async () => {
  const api = startApi();
  api.answer({ 'POST /api/file-shares': { body: share } });
  renderApp('/', someUser());
  const input = await screen.findByLabelText('Select File', { selector: 'input' });
  return { api, input };
};

type Answer = { status?: number; body?: unknown };

/** @returns a function that releases the answer to a creation. */
const holdCreation = (api: ReturnType<typeof startApi>, answered: Answer): (() => void) => {
  let answer = (): void => undefined;
  const gate = new Promise<void>((resolve) => (answer = resolve));
  api.answer({
    'POST /api/file-shares': async () => {
      await gate;
      return answered;
    },
  });
  return () => answer();
};

const inFolder = (path: string): File =>
  Object.defineProperty(new File([path], path.split('/').at(-1) ?? ''), 'webkitRelativePath', {
    value: path,
  });

/** A file whose bytes the test releases. */
const heldFile = (name: string) => {
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const file = new File(['held'], name);
  const stream = () =>
    new ReadableStream({
      start: async (controller) => {
        await gate;
        controller.enqueue(new TextEncoder().encode('held'));
        controller.close();
      },
    });
  return { file: Object.assign(file, { stream }), go };
};

describe('a file that was saved anew after it was chosen', () => {
  beforeAll(installDigests);

  /** A file that is read as Firefox reads one: with its bytes of now, up to the size that it had. */
  const rewritable = (name: string) => {
    const file = new File([name], name);
    let now = new Blob([name]);
    const slice = (start = 0, end = file.size): Blob => now.slice(start, end);
    Object.assign(file, { slice });
    return { file, saveAnew: () => void (now = new Blob([`the newer ${name}`])) };
  };

  it.each([
    [1, 'Create Share'],
    [2, 'Create 2 Shares'],
  ])('is not sent cut short, as one of %i', async (count, create) => {
    const { api, input } = await open();
    const ids = ['abc', 'def'];
    api.answer({
      'POST /api/file-shares': async () => ({ body: { ...share, shareId: ids.shift() } }),
    });
    const chosen = ['may.pdf', 'june.pdf'].slice(0, count).map(rewritable);
    await userEvent.upload(
      input,
      chosen.map(({ file }) => file),
    );
    if (count > 1)
      await userEvent.click(await screen.findByRole('radio', { name: 'A link for each file' }));
    const button = await screen.findByRole('button', { name: create });
    const [first] = chosen;
    first?.saveAnew();
    await userEvent.click(button);
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(count));
    const [sent, other] = createSender.mock.calls.map(([{ file }]) => identifyFile(file));
    await expect(sent).rejects.toMatchObject({ code: 'file-unreadable' });
    if (other !== undefined) expect(await other).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('sharing several files', () => {
  it('shares and sends them as one archive', async () => {
    const { api, input } = await open();
    await userEvent.upload(input, [new File(['may'], 'may.pdf'), new File(['june'], 'june.pdf')]);
    await userEvent.click(await screen.findByRole('button', { name: 'Create Share' }));
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
    const sent = createSender.mock.calls[0]?.[0].file;
    expect(sent?.name).toBe('june and 1 more.zip');
    expect(api.to('POST /api/file-shares')[0]?.body).toMatchObject({
      filename: 'june and 1 more.zip',
      fileType: 'application/zip',
      fileSizeBytes: sent?.size,
    });
  });

  it('keeps the choices in their place, out of use, until the form resets', async () => {
    const { api, input } = await open();
    const answer = holdCreation(api, { body: share });
    await userEvent.upload(input, new File(['may'], 'may.pdf'));
    const note = screen.getByLabelText('Message to the recipient (optional)');
    await userEvent.click(await screen.findByRole('button', { name: 'Create Share' }));
    expect(await screen.findByText('Creating share...')).toBeDefined();
    expect(note.isConnected).toBe(true);
    expect(note.closest('[inert]')).not.toBeNull();
    answer();
    await waitFor(() => expect(note.isConnected).toBe(false));
  });

  it('shows a name that disguises its extension as it is', async () => {
    const { input } = await open();
    await userEvent.upload(input, new File(['x'], 'invoice\u202egnp.exe'));
    expect(await screen.findByText('invoice_gnp.exe')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Remove invoice_gnp.exe' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Create Share' }));
    const sending = await screen.findByRole('heading', { name: 'Sending now' });
    const panel = sending.closest('section') ?? document.body;
    expect(panel.textContent).toContain('invoice_gnp.exe');
    expect(document.body.textContent).not.toContain('\u202e');
  });

  it('names the archive after the folder', async () => {
    await open();
    const input = screen.getByLabelText('Select Folder', { selector: 'input' });
    await userEvent.upload(input, [inFolder('Reports/a.pdf'), inFolder('Reports/old/b.pdf')]);
    expect(await screen.findByText('Reports.zip')).toBeDefined();
  });

  it.each([
    [
      ['R/Why?.txt', 'R/b.txt'],
      '1 file has another name in the ZIP, because Windows cannot store its own.',
    ],
    [
      ['R/Why?.txt', 'R/aux'],
      '2 files have other names in the ZIP, because Windows cannot store their own.',
    ],
    [['R/a.txt', 'R/b.txt'], null],
  ])('says how many names the archive changes: %j', async (paths, note) => {
    await open();
    const input = screen.getByLabelText('Select Folder', { selector: 'input' });
    await userEvent.upload(input, paths.map(inFolder));
    await screen.findByText('R.zip');
    expect(screen.queryByText(/in the ZIP, because/)?.textContent ?? null).toBe(note);
  });

  it('shows the packing progress and can be cancelled', async () => {
    const { input } = await open();
    const held = heldFile('b.pdf');
    await userEvent.upload(input, [new File(['aaaa'], 'a.pdf'), held.file]);
    expect(await screen.findByText('Packing 2 files into one ZIP…')).toBeDefined();
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Packing progress' }).ariaValueNow).toBe('50'),
    );
    // The focus falls to it, and a screen reader reads the text with it.
    const cancel = screen.getByRole('button', { name: 'Cancel' });
    const described = cancel.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Packing 2 files into one ZIP…');
    await userEvent.click(cancel);
    held.go();
    expect(await screen.findByText('Drop a file here or choose one')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Create Share' })).toBeNull();
  });

  const openPage = async (name: 'Settings' | 'Dashboard', heading: string) => {
    await userEvent.click(screen.getByRole('link', { name }));
    await screen.findByRole('heading', { name: heading });
  };
  const visitSettings = () => openPage('Settings', 'Settings');
  const returnHome = () => openPage('Dashboard', 'Share File via WebRTC');

  it('keeps the chosen file and what was typed while another page is open', async () => {
    const { input } = await open();
    expect(isAskedBeforeLeaving()).toBe(false);
    await userEvent.upload(input, new File(['may'], 'may.pdf'));
    const note = 'Message to the recipient (optional)';
    await userEvent.type(await screen.findByLabelText(note), 'Hello');
    expect(isAskedBeforeLeaving()).toBe(true);
    await visitSettings();
    expect(isAskedBeforeLeaving()).toBe(true);
    await returnHome();
    expect(screen.getByLabelText(note)).toHaveProperty('value', 'Hello');
    await userEvent.click(screen.getByRole('button', { name: 'Remove may.pdf' }));
    expect(isAskedBeforeLeaving()).toBe(false);
  });

  it('goes on packing while another page is open', async () => {
    const { input } = await open();
    const held = heldFile('b.pdf');
    await userEvent.upload(input, [new File(['aaaa'], 'a.pdf'), held.file]);
    expect(await screen.findByText('Packing 2 files into one ZIP…')).toBeDefined();
    await visitSettings();
    expect(isAskedBeforeLeaving()).toBe(true);
    held.go();
    await returnHome();
    expect(await screen.findByText('a and 1 more.zip')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Create Share' })).toBeDefined();
  });

  it('does not offer a file again whose share is being created', async () => {
    const { api, input } = await open();
    const answer = holdCreation(api, { body: share });
    await userEvent.upload(input, new File(['may'], 'may.pdf'));
    await userEvent.click(await screen.findByRole('button', { name: 'Create Share' }));
    await screen.findByText('Creating share...');
    await visitSettings();
    await returnHome();
    expect(screen.getByText('Drop a file here or choose one')).toBeDefined();
    answer();
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('button', { name: 'Remove may.pdf' })).toBeNull();
  });

  /** Creates a share whose answer waits, and is on the dashboard again before it arrives. */
  const createAndReturn = async (answered: Answer) => {
    const { api, input } = await open();
    const answer = holdCreation(api, answered);
    await userEvent.upload(input, new File(['may'], 'may.pdf'));
    await userEvent.click(await screen.findByRole('button', { name: 'Create Share' }));
    await screen.findByText('Creating share...');
    await visitSettings();
    await returnHome();
    return { api, answer };
  };

  it('offers the file again whose share could not be created after all', async () => {
    const { answer } = await createAndReturn({ status: 500, body: { message: 'Broken' } });
    expect(screen.queryByRole('button', { name: 'Remove may.pdf' })).toBeNull();
    answer();
    expect(await screen.findByRole('button', { name: 'Remove may.pdf' })).toBeDefined();
  });

  it('keeps the options of the next share when the creation of another one ends', async () => {
    const { answer } = await createAndReturn({ body: share });
    const input = screen.getByLabelText('Select File', { selector: 'input' });
    await userEvent.upload(input, new File(['june'], 'june.pdf'));
    const note = 'Message to the recipient (optional)';
    await userEvent.type(await screen.findByLabelText(note), 'Hello');
    answer();
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
    await screen.findByText('Share Created');
    expect(screen.getByLabelText(note)).toHaveProperty('value', 'Hello');
  });

  it('repeats a create whose answer was lost under its key, also after a visit to another page', async () => {
    const { api, input } = await open();
    const route = 'POST /api/file-shares';
    api.answer({ [route]: { status: 500, body: { message: 'Lost' } } });
    await userEvent.upload(input, new File(['may'], 'may.pdf'));
    await userEvent.click(await screen.findByRole('button', { name: 'Create Share' }));
    await screen.findByRole('button', { name: 'Try Again' });
    await visitSettings();
    await returnHome();
    await userEvent.click(await screen.findByRole('button', { name: 'Create Share' }));
    await waitFor(() => expect(api.to(route)).toHaveLength(2));
    const keys = api.to(route).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  it('does not ask before the page is left while the card still shows a shared file', async () => {
    const { input } = await open();
    await userEvent.upload(input, new File(['may'], 'may.pdf'));
    expect(isAskedBeforeLeaving()).toBe(true);
    await userEvent.click(await screen.findByRole('button', { name: 'Create Share' }));
    await waitFor(() => expect(sessions).toHaveLength(1));
    sessions[0]?.show({ state: 'completed' });
    expect(isAskedBeforeLeaving()).toBe(false);
  });

  it('shows the next user of the browser nothing of it', async () => {
    const { input } = await open();
    await userEvent.upload(input, new File(['may'], 'may.pdf'));
    tidyUp();
    expect(isAskedBeforeLeaving()).toBe(false);
    await open();
    expect(screen.getByText('Drop a file here or choose one')).toBeDefined();
  });

  it('names an unreadable file and shares nothing', async () => {
    const { input } = await open();
    const gone = Object.assign(new File(['x'], 'gone.pdf'), {
      stream: () =>
        new ReadableStream({ start: (c) => c.error(new DOMException('', 'NotReadableError')) }),
    });
    await userEvent.upload(input, [new File(['a'], 'a.pdf'), gone]);
    expect(await screen.findByText(/“gone.pdf” cannot be read/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Create Share' })).toBeNull();
  });

  it('reports an empty folder', async () => {
    await open();
    const folder = { kind: 'directory', name: 'Empty', async *values() {} };
    const entry = {
      name: 'Empty',
      isDirectory: true,
      createReader: () => ({ readEntries: (resolve: (batch: []) => void) => resolve([]) }),
    };
    const item = {
      kind: 'file',
      getAsFileSystemHandle: () => Promise.resolve(folder),
      webkitGetAsEntry: () => entry,
    };
    fireEvent.drop(screen.getByText('Drop a file here or choose one'), {
      dataTransfer: {
        types: ['Files'],
        files: [new File([], 'Empty')],
        items: [item],
      },
    });
    expect(await screen.findByText('“Empty” is empty.')).toBeDefined();
  });
});
