import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { isAskedBeforeLeaving } from '../../../../test/dom/tab.js';
import { slowFile } from '../../../../test/slow-file.js';
import { asPackedBefore } from '../../../lib/files/bundle.js';
import { asOneFile } from '../../../lib/files/one-file.js';
import { fromFiles } from '../../../lib/files/selection.js';
import {
  withReloadedPage,
  createSender,
  identifyFile,
  getToasts,
  share,
  handleOf,
  remembered,
  start,
} from '../test/reloaded-page.js';

withReloadedPage();

describe('after a reload of the sending tab', () => {
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
        await waitFor(() => slow.isRead);
        const progress = await screen.findByRole('progressbar', { name: /^Packing progress/ });
        expect(isAskedBeforeLeaving()).toBe(true);
        slow.giveByte();
        await waitFor(() => expect(progress.getAttribute('aria-valuenow')).toBe('25'));
        await userEvent.click(screen.getByRole('button', { name }));
        expect(screen.queryByRole('progressbar', { name: /^Packing progress/ })).toBeNull();
        expect(isAskedBeforeLeaving()).toBe(false);
        slow.giveByte();
        await waitFor(() => slow.isLeft);
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
      await waitFor(() => slow.isRead);
      await userEvent.click(await screen.findByRole('button', { name: 'Cancel: report.pdf' }));
      slow.giveByte();
      await waitFor(() => slow.isLeft);
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
    await waitFor(() => slow.isRead);
    fireEvent.change(input, { target: { files: quick } });
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
    slow.giveByte();
    await waitFor(() => slow.isLeft);
    expect(createSender).toHaveBeenCalledTimes(1);
  });
});
