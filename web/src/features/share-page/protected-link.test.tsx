import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { getToasts } from '../../components/toast/index.js';
import { openedShare } from './test/fake-server.js';
import {
  access,
  complete,
  givePassword,
  open,
  show,
  startDownload,
  withFreshPage,
} from './test/opened-page.js';

withFreshPage();

const key = 'AAECAwQFBgcICQoLDA0ODw';
const openWith = (hash: string) => {
  window.history.replaceState(null, '', `/share/s1${hash}`);
  return open();
};
const owned = { [access]: { body: { ...openedShare, isOwner: true } } };

beforeAll(() => {
  // jsdom has no SubtleCrypto, and Node's needs turns of the event loop that the fake clock does not take.
  const imported = () => Promise.resolve({});
  const subtle = { importKey: imported, deriveKey: imported };
  Object.defineProperty(globalThis.crypto, 'subtle', { configurable: true, value: subtle });
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
    await startDownload(page);
    page.view.unmount();
    sessionStorage.clear();
    openWith('');
    expect(screen.getByRole('heading', { name: 'This link is not complete' })).toBeTruthy();
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
