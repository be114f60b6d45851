import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { getToasts } from '../../../../components/toast/index.js';
import { createFakeEngine, plainSink } from '../../test/fake-engine.js';
import {
  complete,
  giveDetails,
  givePassword,
  halfWay,
  lastToast,
  open,
  settle,
  show,
  startDownload,
  withFreshPage,
} from '../../test/opened-page.js';

withFreshPage();

const key = 'AAECAwQFBgcICQoLDA0ODw';

afterEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
  jest.restoreAllMocks();
});

describe('before the password is typed', () => {
  it('says nothing in a browser that can receive the file', async () => {
    open();
    await settle();
    expect([screen.queryByRole('alert'), screen.queryByText(/already downloaded/)]).toEqual([
      null,
      null,
    ]);
  });

  it('says that a part of the file is here, after a reload in the middle of the download', async () => {
    const fake = createFakeEngine();
    const engine = { ...fake, storedBytes: () => Promise.resolve(halfWay.bytesTransferred) };
    const interrupted = open({}, engine);
    await startDownload(interrupted);
    show(interrupted, { ...complete, state: 'receiving', isVerified: false, stats: halfWay });
    await settle();
    interrupted.view.unmount();
    open({}, engine);
    const text = '32.00 MB of 64.00 MB already downloaded. Enter the password to continue.';
    expect(await screen.findByText(text)).toBeTruthy();
  });

  describe('without WebRTC', () => {
    const { RTCPeerConnection } = globalThis;
    beforeEach(() => void Reflect.deleteProperty(globalThis, 'RTCPeerConnection'));
    afterEach(() => void Object.assign(globalThis, { RTCPeerConnection }));
    const text = /^This browser blocks WebRTC/;

    it('says that this browser cannot receive the file', async () => {
      open();
      expect(await screen.findByText(text)).toBeTruthy();
    });

    it('does not ask for a place to save, and does not blame the sender', async () => {
      const chooseSink = jest.fn(() => Promise.resolve(plainSink));
      const page = open({}, createFakeEngine(chooseSink));
      await givePassword(page);
      await giveDetails(page);
      const download = await screen.findByRole('button', { name: 'Download File' });
      expect(download).toHaveProperty('disabled', true);
      const status = screen.getByText(text).closest('[role=status]');
      expect(status?.textContent).toMatch(/^ErrorConnection failed/);
      await page.user.click(download);
      expect(chooseSink).not.toHaveBeenCalled();
    });

    it('says nothing of the download, which cannot begin', async () => {
      const page = open();
      await givePassword(page);
      await giveDetails(page);
      await screen.findByRole('button', { name: 'Download File' });
      await settle();
      expect(getToasts()).toEqual([]);
      expect(screen.queryByRole('button', { name: 'Check the connection' })).toBeNull();
      expect(screen.queryByText(/^The download starts as soon as/)).toBeNull();
      expect(screen.queryByText('Before you download')).toBeNull();
    });
  });

  describe('inside another app', () => {
    const instagram = 'Mozilla/5.0 (Linux; Android 15; Pixel 8) Chrome/130.0 Instagram 350.0';
    const copyWith = async (writeText: (text: string) => Promise<void>) => {
      jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(instagram);
      window.history.replaceState(null, '', `/share/s1#${key}`);
      const page = open();
      const button = await screen.findByRole('button', { name: 'Copy link' });
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
      await page.user.click(button);
      await settle();
    };

    it('copies the whole link for a browser', async () => {
      const copied: string[] = [];
      await copyWith((text) => Promise.resolve(void copied.push(text)));
      expect(screen.getByText(/open inside another app/)).toBeTruthy();
      expect(copied).toEqual([`http://localhost/share/s1#${key}`]);
      expect(lastToast()[0]).toBe('Link Copied');
    });

    it('shows the link where the app does not let it be copied', async () => {
      await copyWith(() => Promise.reject(new DOMException('', 'NotAllowedError')));
      const field = screen.getByLabelText<HTMLInputElement>('Shareable link');
      expect(field.value).toBe(`http://localhost/share/s1#${key}`);
    });
  });
});
