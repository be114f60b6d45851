import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeLinkSecret } from '../../../../test/fake-link-secret.js';
import type { OwnShare } from '../../../transfer/link-keys.js';
import {
  withReloadedPage,
  createSender,
  isPageTitle,
  getToasts,
  setSession,
  setLinkSecretOpener,
  setEngineLoader,
  share,
  handleOf,
  remembered,
  start,
} from '../test/reloaded-page.js';

withReloadedPage();

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

  it('says immediately that the browser blocks WebRTC', async () => {
    const { RTCPeerConnection } = globalThis;
    Reflect.deleteProperty(globalThis, 'RTCPeerConnection');
    try {
      const { handle, asked } = handleOf('hello');
      start([remembered({ handles: [handle] })]);
      await userEvent.click(
        await screen.findByRole('button', { name: 'Resume sending: report.pdf' }),
      );
      await waitFor(() => expect(getToasts()).toHaveLength(1));
      expect(getToasts()[0]?.description).toMatch(/^This browser blocks WebRTC/);
      expect(asked).not.toHaveBeenCalled();
      expect(createSender).not.toHaveBeenCalled();
    } finally {
      Object.assign(globalThis, { RTCPeerConnection });
    }
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

  it('offers a dismissed share no more once that is stored, not even after another reload', async () => {
    const { files, memory } = start([remembered()]);
    const mark = memory.markUnfinished.bind(memory);
    let store = (): void => undefined;
    const stored = new Promise<void>((resolve) => (store = resolve));
    jest.spyOn(memory, 'markUnfinished').mockImplementationOnce(async (...change) => {
      await stored;
      return mark(...change);
    });
    expect(await screen.findByText('Not being sent from this browser')).toBeDefined();
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss: report.pdf' }));
    expect(screen.getByText('Resume sending?')).toBeDefined();
    store();
    await waitFor(() => expect(screen.queryByText('Resume sending?')).toBeNull());
    expect(files.get('abc')).toMatchObject({ isUnfinished: false });
  });

  it('resumes from the list of shares with the stored file', async () => {
    start([remembered({ handles: [handleOf('hello').handle], isUnfinished: false })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Resume sending report.pdf' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send from here' }));
    await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
  });
});
