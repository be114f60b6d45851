import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, startApi, tidyUp } from '../../../../test/render-app.js';
import { readQrCode } from '../../../components/qr-code/test/read-qr-code.js';
import { setLinkSecretOpener } from '../../../lib/links/share-link.js';

const share = {
  id: '1',
  shareId: 'abc',
  filename: 'report.pdf',
  fileSize: '1.00 MB',
  fileType: 'application/pdf',
  password: 'kT7-mqP2',
  downloadCount: 2,
  expiresAt: new Date(Date.now() + 7 * 86_400_000 - 60_000).toISOString(),
  isActive: true,
};

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

const setClipboard = (writeText: (text: string) => Promise<void>): void => {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
};

afterEach(tidyUp);

describe('the share-details modal', () => {
  const openDetails = async (part: Partial<typeof share> = {}) => {
    startApi().answer({ 'GET /api/file-shares': { body: [{ ...share, ...part }] } });
    renderApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Details of report.pdf' }));
    return within(await screen.findByRole('dialog'));
  };

  it('has the name of the file in its title [2.121]', async () => {
    await openDetails();
    expect(screen.getByRole('dialog', { name: 'Share File: report.pdf' })).toBeDefined();
  });

  it('opens with the focus on Copy & Close', async () => {
    const dialog = await openDetails();
    const copy = dialog.getByRole('button', { name: 'Copy & Close' });
    await waitFor(() => expect(document.activeElement).toBe(copy));
  });

  it('leaves the focus in a field that the user has entered while it opens', async () => {
    const dialog = await openDetails();
    const link = dialog.getByLabelText('Shareable link');
    act(() => link.focus());
    const opening = () => document.querySelector('.ant-modal[class*="-zoom-"]');
    await waitFor(() => expect(opening()).toBeNull());
    expect(document.activeElement).toBe(link);
  });

  it.each([
    ['Shareable link', 'http://localhost/share/abc', 'Copy link', '[2.122]'],
    ['Password', 'kT7-mqP2', 'Copy password', '[2.123]'],
  ])('has a read-only field %s with %p and a button %s %s', async (label, value, action) => {
    const writeText = jest.fn((_text: string) => Promise.resolve());
    setClipboard(writeText);
    const dialog = await openDetails();
    const field = dialog.getByLabelText(label);
    expect(field).toHaveProperty('readOnly', true);
    expect(field).toHaveProperty('value', value);
    await userEvent.click(dialog.getByRole('button', { name: action }));
    expect(writeText.mock.calls).toEqual([[value]]);
  });

  it.each([
    [7, 'Expires in 7 days'],
    [1, 'Expires in 1 day'],
  ])('with %d days left shows %p and the date [2.124]', async (days, text) => {
    const expiresAt = new Date(Date.now() + days * 86_400_000 - 60_000);
    const dialog = await openDetails({ expiresAt: expiresAt.toISOString() });
    const line = dialog.getByText(/^Expires in/);
    expect(line.textContent).toBe(text);
    const date = `${months[expiresAt.getMonth()]} ${expiresAt.getDate()}, ${expiresAt.getFullYear()}`;
    expect(line.nextElementSibling?.textContent).toBe(date);
  });

  it('shows when an expired share ended, and nothing that passes on its dead link', async () => {
    const expiresAt = new Date(Date.now() - 2 * 86_400_000);
    const dialog = await openDetails({ expiresAt: expiresAt.toISOString() });
    const date = `${months[expiresAt.getMonth()]} ${expiresAt.getDate()}, ${expiresAt.getFullYear()}`;
    expect(dialog.getByText(`Expired on ${date}`)).toBeDefined();
    expect(dialog.queryByText(/^Expires in/)).toBeNull();
    for (const name of ['Copy link', 'Copy & Close', 'Show QR code']) {
      expect(dialog.queryByRole('button', { name })).toBeNull();
    }
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDefined();
  });

  it('explains on another device why the link is plain, and what to do', async () => {
    const dialog = await openDetails();
    expect(
      await dialog.findByText(/This device cannot make the protected link of this share/),
    ).toBeDefined();
    expect(dialog.getByText(/create a new share/)).toBeDefined();
  });

  describe('on the device that created the share', () => {
    const key = 'AAECAwQFBgcICQoLDA0ODw';
    const link = `http://localhost/share/abc#${key}`;
    beforeEach(() =>
      setLinkSecretOpener(() => ({
        createKey: () => Promise.resolve(null),
        findShare: () => Promise.resolve({}),
        isOfAnother: () => Promise.resolve(false),
        keepAsksFirst: () => Promise.resolve(),
        findKey: (id) => Promise.resolve(id === share.shareId ? key : null),
      })),
    );
    afterEach(() => setLinkSecretOpener(null));

    it('shows the protected link, as text and as QR code', async () => {
      const dialog = await openDetails();
      expect(await dialog.findByDisplayValue(link)).toBe(dialog.getByLabelText('Shareable link'));
      expect(dialog.getByText(/^Protected link:/)).toBeDefined();
      await userEvent.click(dialog.getByRole('button', { name: 'Show QR code' }));
      expect(readQrCode(await dialog.findByRole('img', { name: /^QR code/ }))).toBe(link);
    });

    it.each([
      ['Copy link', link],
      ['Copy & Close', expect.stringContaining(`\nLink: ${link}\n`)],
    ])('copies the protected link: %s', async (name, copied) => {
      const writeText = jest.fn((_text: string) => Promise.resolve());
      setClipboard(writeText);
      const dialog = await openDetails();
      await dialog.findByDisplayValue(link);
      await userEvent.click(dialog.getByRole('button', { name }));
      await waitFor(() => expect(writeText.mock.calls).toEqual([[copied]]));
    });

    it('passes the protected link to other apps', async () => {
      const openShareSheet = jest.fn((_data: ShareData) => Promise.resolve());
      Object.assign(navigator, { share: openShareSheet });
      try {
        const dialog = await openDetails();
        await dialog.findByDisplayValue(link);
        await userEvent.click(dialog.getByRole('button', { name: 'Send link…' }));
        expect(openShareSheet.mock.calls).toEqual([[{ title: 'report.pdf', url: link }]]);
      } finally {
        Reflect.deleteProperty(navigator, 'share');
      }
    });
  });

  it('closes on Cancel [2.125]', async () => {
    const dialog = await openDetails();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stays open when the second of two fast clicks lands beside it', async () => {
    await openDetails();
    const wrap = document.querySelector<HTMLElement>('.ant-modal-wrap');
    if (wrap === null) throw new Error('no dialog');
    await userEvent.click(wrap);
    expect(wrap.style.display).toBe('');
    expect(screen.getByRole('dialog', { name: 'Share File: report.pdf' })).toBeDefined();
  });

  it.each([
    ['Copy link', /^The link could not be copied/, '[8.79]'],
    ['Copy password', /^The password could not be copied/, '[8.80]'],
    ['Copy & Close', /^The details could not be copied/, '[8.81]'],
  ])('%s shows Copy Failed when the browser refuses: %s %s', async (name, message) => {
    setClipboard(() => Promise.reject(new Error('denied')));
    const dialog = await openDetails();
    await userEvent.click(dialog.getByRole('button', { name }));
    expect(await screen.findByText('Copy Failed')).toBeDefined();
    expect(screen.getByText(message)).toBeDefined();
    expect(screen.getByRole('dialog', { name: 'Share File: report.pdf' })).toBeDefined();
  });

  it('shows the link as a QR code on request', async () => {
    const dialog = await openDetails();
    expect(dialog.queryByRole('img', { name: /^QR code/ })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Show QR code' }));
    expect(await dialog.findByRole('img', { name: 'QR code of the shareable link' })).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Hide QR code' }));
    expect(dialog.queryByRole('img', { name: /^QR code/ })).toBeNull();
  });

  it.each([
    ['the user chooses an app', Promise.resolve(), null],
    ['the user closes the dialog', Promise.reject(new DOMException('', 'AbortError')), null],
    ['sharing fails', Promise.reject(new DOMException('', 'DataError')), /Copy it instead/],
  ])('shares the link without the password: %s', async (_name, answer, words) => {
    answer.catch(() => undefined);
    const share = jest.fn((_data: ShareData) => answer);
    Object.assign(navigator, { share });
    try {
      const dialog = await openDetails();
      await userEvent.click(dialog.getByRole('button', { name: 'Send link…' }));
      expect(share.mock.calls).toEqual([
        [{ title: 'report.pdf', url: 'http://localhost/share/abc' }],
      ]);
      if (words !== null) expect(await screen.findByText(words)).toBeDefined();
      else expect(screen.queryByText('Error')).toBeNull();
    } finally {
      Reflect.deleteProperty(navigator, 'share');
    }
  });
});
