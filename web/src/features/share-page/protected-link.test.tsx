import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { createFakeLinkSecret } from '../../../test/fake-link-secret.js';
import { installDigests } from '../../../test/receipts.js';
import { getToasts } from '../../components/toast/index.js';
import { setSession } from '../../lib/account/session.js';
import { setLinkSecretOpener } from '../../lib/links/share-link.js';
import { openedShare } from './test/fake-server.js';
import {
  access,
  complete,
  giveDetails,
  givePassword,
  lastToast,
  open,
  settle,
  show,
  startDownload,
  withFreshPage,
} from './test/opened-page.js';

withFreshPage();

const key = 'AAECAwQFBgcICQoLDA0ODw';
const otherKey = 'Dw4NDAsKCQgHBgUEAwIBAA';
const openWith = (hash: string) => {
  window.history.replaceState(null, '', `/share/s1${hash}`);
  return open();
};
const owned = { [access]: { body: { ...openedShare, isOwner: true } } };

/** The keys of links that the page has used. */
const importedKeys: string[] = [];

beforeAll(() => {
  // jsdom has no SubtleCrypto, and Node's needs turns of the event loop that the fake clock does not take.
  installDigests();
  const importKey = (_format: string, bytes: Uint8Array) => {
    importedKeys.push(Buffer.from(bytes).toString('base64url'));
    return Promise.resolve({});
  };
  const deriveKey = () => Promise.resolve({});
  const deriveBits = () => Promise.resolve(new ArrayBuffer(16));
  Object.assign(crypto.subtle, { importKey, deriveKey, deriveBits });
});
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => window.history.replaceState(null, '', '/'));

describe('a protected link', () => {
  it('is read once and removed from the address', async () => {
    const page = openWith(`#${key}`);
    expect(window.location.href).toBe('http://localhost/share/s1');
    await startDownload(page);
    expect(page.engine.receiverOptions?.linkKey).not.toBeNull();
  });

  it('stays protected after a reload', async () => {
    openWith(`#${key}`).view.unmount();
    const page = openWith('');
    await startDownload(page);
    expect(page.engine.receiverOptions?.linkKey).not.toBeNull();
  });

  it('stays in the address where the tab stores nothing', () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    openWith(`#${key}`);
    expect(window.location.hash).toBe(`#${key}`);
    full.mockRestore();
  });

  it.each(['#AAECAwQFBgcICQoLDA0OD', '#AAECAwQFBgcICQoLDA0ODx', '#top'])(
    'that is damaged (%s) opens nothing, also after a reload',
    (hash) => {
      openWith(hash).view.unmount();
      expect(window.location.hash).toBe(hash);
      open();
      expect(screen.getByRole('heading', { name: 'This link is not complete' })).toBeTruthy();
      expect(screen.queryByLabelText('Password')).toBeNull();
    },
  );

  it('stays protected in another tab that opens the page without the key', async () => {
    const page = openWith(`#${key}`);
    await givePassword(page);
    await screen.findByLabelText('Full Name');
    page.view.unmount();
    sessionStorage.clear();
    openWith('');
    expect(screen.getByRole('heading', { name: 'This link is not complete' })).toBeTruthy();
  });

  it('is refused with another key in a browser that has opened it, also after a reload', async () => {
    const page = openWith(`#${key}`);
    // Whether or not the visitor goes on.
    await givePassword(page);
    await screen.findByLabelText('Full Name');
    page.view.unmount();
    expect(localStorage.getItem('link-key s1')).not.toContain(key);
    for (const hash of [`#${otherKey}`, '']) {
      const { view } = openWith(hash);
      await settle();
      expect(screen.getByRole('heading', { name: /not the link you used before/ })).toBeTruthy();
      expect(screen.queryByLabelText('Password')).toBeNull();
      view.unmount();
    }
    openWith(`#${key}`);
    await settle();
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  it('keeps its key in mind where an earlier version noted only that there was one', async () => {
    localStorage.setItem('link-key s1', '');
    const page = openWith(`#${key}`);
    await startDownload(page);
    page.view.unmount();
    openWith(`#${otherKey}`);
    await settle();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('shows its end before the download, for a comparison with the message', async () => {
    const page = openWith(`#${key}`);
    await givePassword(page);
    await giveDetails(page);
    expect(await screen.findByText(/^The link you opened ends in …0ODw\./)).toBeTruthy();
  });

  describe('to its sender', () => {
    const openAsOwner = async (hash: string, ownKey: string | null, answer = {}) => {
      const { secret } = createFakeLinkSecret();
      const findKey = (id: string) => Promise.resolve(id === 's1' ? ownKey : null);
      setLinkSecretOpener(() => ({ ...secret, findKey }));
      const user = { uid: 'ada', email: null, displayName: null, photoURL: null };
      setSession({ status: 'user', user });
      window.history.replaceState(null, '', `/share/s1${hash}`);
      const page = open({ [access]: { body: { ...openedShare, isOwner: true, ...answer } } });
      await screen.findByRole('button', { name: 'Select File' });
      const copied: string[] = [];
      const writeText = (text: string) => Promise.resolve(void copied.push(text));
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
      return { ...page, copied };
    };
    const choose = async ({ user }: Awaited<ReturnType<typeof openAsOwner>>): Promise<void> => {
      const film = new File(['x'], openedShare.filename, { type: 'video/mp4' });
      Object.defineProperty(film, 'size', { value: 64 * 1024 ** 2 });
      await user.upload(screen.getByLabelText('Select File', { selector: 'input' }), film);
    };
    const send = async (page: Awaited<ReturnType<typeof openAsOwner>>): Promise<void> => {
      await choose(page);
      await screen.findByText('Connecting to signaling server');
    };
    const warning = /^This page was opened with a link that this device did not make/;
    afterEach(() => setLinkSecretOpener(null));

    it('is the one that this device has made, whatever the address has', async () => {
      const page = await openAsOwner(`#${otherKey}`, key);
      expect(await screen.findByText(warning)).toBeTruthy();
      await page.user.click(screen.getByRole('button', { name: 'Copy link' }));
      expect(page.copied).toEqual([`http://localhost/share/s1#${key}`]);
      importedKeys.length = 0;
      await send(page);
      expect(importedKeys).toEqual([key]);
    });

    it('is that of the share in the address, whichever ID the server answers', async () => {
      const page = await openAsOwner('', key, { shareId: 's2' });
      importedKeys.length = 0;
      await send(page);
      expect(importedKeys).toEqual([key]);
      expect(page.engine.senderOptions?.shareId).toBe('s1');
    });

    it('is unknown while the storage fails: neither the one in the address nor a plain one is used', async () => {
      const page = await openAsOwner(`#${otherKey}`, key);
      const busy = () => Promise.reject(new DOMException('', 'UnknownError'));
      setLinkSecretOpener(() => ({ ...createFakeLinkSecret().secret, findKey: busy }));
      importedKeys.length = 0;
      await choose(page);
      await settle();
      expect(lastToast()).toEqual([
        'Failed to Start',
        'This browser’s storage could not be read, so nothing was sent. Try again, or restart the browser.',
        'destructive',
      ]);
      expect([importedKeys, page.engine.senderOptions]).toEqual([[], null]);
    });

    it.each([`#${otherKey}`, ''])(
      'is not replaced by %j where another account of this browser has made it',
      async (hash) => {
        const page = await openAsOwner(hash, null);
        const { secret } = createFakeLinkSecret();
        setLinkSecretOpener(() => ({ ...secret, isOfAnother: () => Promise.resolve(true) }));
        importedKeys.length = 0;
        for (const status of ['user', 'visitor'] as const) {
          if (status === 'visitor') act(() => setSession({ status }));
          await choose(page);
          await settle();
          expect(lastToast()[1]).toBe(
            'The account that created this share in this browser is not signed in, so nothing was sent. Sign in with that account, or create a new share.',
          );
          expect([importedKeys, page.engine.senderOptions]).toEqual([[], null]);
        }
      },
    );

    it('is the one in the address on another device, which shows its end', async () => {
      const page = await openAsOwner(`#${key}`, null);
      expect(
        await screen.findByText(/^The link that opened this page ends in …0ODw\./),
      ).toBeTruthy();
      expect(screen.queryByText(warning)).toBeNull();
      await page.user.click(screen.getByRole('button', { name: 'Copy link' }));
      expect(page.copied).toEqual([`http://localhost/share/s1#${key}`]);
      importedKeys.length = 0;
      await send(page);
      expect(importedKeys).toEqual([key]);
    });
  });

  it('leaves its sender the page without the key', async () => {
    window.history.replaceState(null, '', `/share/s1#${key}`);
    const page = open(owned);
    await givePassword(page);
    await screen.findByRole('button', { name: 'Select File' });
    page.view.unmount();
    sessionStorage.clear();
    openWith('');
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  it('is shown to its sender, selected, when the browser refuses to copy it', async () => {
    window.history.replaceState(null, '', `/share/s1#${key}`);
    const page = open(owned);
    const writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    await givePassword(page);
    const copy = await screen.findByRole('button', { name: 'Copy link' });
    expect(screen.queryByLabelText('Shareable link')).toBeNull();
    await page.user.click(copy);
    const field = await screen.findByLabelText<HTMLInputElement>('Shareable link');
    const url = `http://localhost/share/s1#${key}`;
    expect(field.value).toBe(url);
    expect(field.readOnly).toBe(true);
    expect(document.activeElement).toBe(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, url.length]);
    const [toast] = getToasts();
    expect([toast?.title, toast?.description]).toEqual([
      'Copy Failed',
      'The link could not be copied. Select it below the button and copy it by hand.',
    ]);
    expect(window.location.href).toBe('http://localhost/share/s1');
  });

  it('accepts only the file that the page shows', async () => {
    const page = openWith(`#${key}`);
    await startDownload(page);
    const isExpected = page.engine.receiverOptions?.isExpected;
    const film = {
      filename: 'holiday film.mp4',
      fileType: 'video/mp4',
      totalBytes: 64 * 1024 ** 2,
    };
    expect(isExpected?.(film)).toBe(true);
    expect(isExpected?.({ ...film, filename: 'setup.exe' })).toBe(false);
    expect(isExpected?.({ ...film, totalBytes: 65 * 1024 ** 2 })).toBe(false);
    expect(isExpected?.({ ...film, totalBytes: null })).toBe(false);
  });
});

describe('a plain link', () => {
  it('accepts a file without a size in bytes by its name', async () => {
    const page = openWith('');
    await startDownload(page);
    const isExpected = page.engine.receiverOptions?.isExpected;
    const film = { filename: 'holiday film.mp4', fileType: 'video/mp4', totalBytes: null };
    expect(isExpected?.(film)).toBe(true);
    expect(isExpected?.({ ...film, filename: 'setup.exe' })).toBe(false);
    expect(isExpected?.({ ...film, totalBytes: 65 * 1024 ** 2 })).toBe(false);
  });

  it('is not called verified', async () => {
    const page = openWith('');
    await startDownload(page);
    expect(page.engine.receiverOptions?.linkKey).toBeNull();
    show(page, { ...complete, isProven: false });
    expect(screen.queryByText(/^Verified/)).toBeNull();
    expect(
      screen.getByText('Complete. The checksum matches the one that the other side sent.'),
    ).toBeTruthy();
  });
});
