import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiAnswer } from '../../../../test/fake-api.js';
import { slowFile } from '../../../../test/slow-file.js';
import {
  withReloadedPage,
  createSender,
  isPageTitle,
  getToasts,
  setSession,
  share,
  handleOf,
  remembered,
  start,
  tidyUp,
} from '../test/reloaded-page.js';

withReloadedPage();

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
    await waitFor(() => slow.isRead);
    act(() => setSession({ status: 'visitor' }));
    slow.giveByte();
    await waitFor(() => slow.isLeft);
    expect(createSender).not.toHaveBeenCalled();
  });

  it('deletes all entries on sign-out', async () => {
    const { files } = start([remembered(), remembered({ shareId: 'other' })]);
    await screen.findByText('Resume sending?');
    act(() => setSession({ status: 'visitor' }));
    await waitFor(() => expect(files.size).toBe(0));
  });
});
