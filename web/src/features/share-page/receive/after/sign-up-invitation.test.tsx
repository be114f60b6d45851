import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { look } from '../../../../../test/dom/tab.js';
import { installDigests, newReceipt } from '../../../../../test/receipts.js';
import { setSession } from '../../../../lib/account/session.js';
import type { HandOver } from '../../../../transfer/api.js';
import { createFakeEngine, plainSink } from '../../test/fake-engine.js';
import {
  complete,
  elsewhere,
  halfWay,
  open,
  record,
  settle,
  show,
  startDownload,
  withFreshPage,
} from '../../test/opened-page.js';

withFreshPage();

const minuteMs = 60_000;

/** The file is complete, and the browser is at work with it. */
const completeThrough = async (handOver: HandOver) => {
  const page = open(
    {},
    createFakeEngine(() => Promise.resolve({ ...plainSink, handOver })),
  );
  await startDownload(page);
  show(page, complete);
  return page;
};

const inDownloads: HandOver = { afterMs: 0 };

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('the invitation to sign up', () => {
  it('appears after completion only and leads to a prefilled sign-up after two seconds [2.141, 2.142, 9.39]', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    await pass(10_000);
    expect(elsewhere()).toBeNull();
    show(page, complete);
    const title = screen.getByText('Create an account to send files yourself');
    // Read aloud before the page goes: a polite region that is inserted with its text often is not.
    expect(title.closest('[role=alert]')?.textContent).toContain('Taking you to the sign-up page');
    await pass(1_999);
    expect(elsewhere()).toBeNull();
    await pass(1);
    const [pathname, search] = (elsewhere() ?? '').split('?');
    expect(pathname).toBe('/login');
    const query = new URLSearchParams(search);
    expect(Object.fromEntries(query)).toEqual({
      email: 'ada@example.org',
      name: 'Ada Byron',
      tab: 'signup',
    });
  });

  it('does not leave the page before the download is recorded, while the server restarts', async () => {
    const page = open({ [record]: { status: 503 } });
    await startDownload(page);
    show(page, complete);
    await pass(5_000);
    expect(elsewhere()).toBeNull();
    page.answers[record] = {};
    await pass(10_000);
    expect(elsewhere()).toMatch(/^\/login/);
  });

  it('does not leave the page before an earlier failure is recorded as well', async () => {
    const page = open({ [record]: { status: 503 } });
    await startDownload(page);
    show(page, { state: 'error', error: { code: 'peer-unreachable' } });
    await pass(2_000);
    show(page, complete);
    await pass(2_500);
    page.answers[record] = {};
    // The download is recorded at 5 s, with its third attempt; the failure at 7 s, with its fourth.
    await pass(2_000);
    expect(elsewhere()).toBeNull();
    await pass(1_000);
    expect(elsewhere()).toMatch(/^\/login/);
  });

  it('leaves an untouched page after an outage of some minutes', async () => {
    const page = open({ [record]: { status: 503 } });
    await startDownload(page);
    show(page, complete);
    await pass(5 * minuteMs);
    expect(elsewhere()).toBeNull();
    page.answers[record] = {};
    await pass(2 * minuteMs);
    expect(elsewhere()).toMatch(/^\/login/);
  });

  it('promises the sign-up page for four seconds of an outage, and again once the download is recorded [2.142]', async () => {
    const going = () => screen.queryByText(/Taking you to the sign-up page/);
    const page = open({ [record]: { status: 503 } });
    await startDownload(page);
    show(page, complete);
    await pass(5_999);
    expect(going()).toBeTruthy();
    await pass(1);
    expect(going()).toBeNull();
    expect(screen.queryByRole('button', { name: 'Stay on this page' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Create account' })).toBeTruthy();
    page.answers[record] = {};
    // The fourth attempt, seven seconds after the first.
    await pass(1_000);
    expect(going()?.closest('[role=alert]')).toBeTruthy();
    await pass(1_999);
    expect(elsewhere()).toBeNull();
    await pass(1);
    expect(elsewhere()).toMatch(/^\/login/);
  });

  it('does not leave the page before the log takes the receipt, which it does once it has the delivery', async () => {
    installDigests();
    const receiptRoute = 'POST /api/shares/s1/receipt?pending=202';
    const pending = (reason: string) => ({ status: 202, body: { pending: reason } });
    const page = open({ [receiptRoute]: pending('delivery-not-confirmed') });
    await startDownload(page);
    show(page, { ...complete, receipt: newReceipt('s1') });
    await pass(4_000);
    expect(elsewhere()).toBeNull();
    page.answers[receiptRoute] = pending('waiting-for-other-side');
    await pass(1_000);
    expect(elsewhere()).toMatch(/^\/login/);
  });

  it('leaves the page although the log never takes the receipt', async () => {
    installDigests();
    const unconfirmed = { status: 202, body: { pending: 'delivery-not-confirmed' } };
    const page = open({ 'POST /api/shares/s1/receipt?pending=202': unconfirmed });
    await startDownload(page);
    show(page, { ...complete, receipt: newReceipt('s1') });
    await pass(10_000);
    expect(elsewhere()).toMatch(/^\/login/);
  });

  it('does not leave a page that was hidden before the download was recorded', async () => {
    const page = open({ [record]: { status: 503 } });
    await startDownload(page);
    show(page, complete);
    await pass(5_000);
    look('hidden');
    page.answers[record] = {};
    await pass(10_000);
    expect(elsewhere()).toBeNull();
    look('visible');
    await pass(2_000);
    expect(elsewhere()).toMatch(/^\/login/);
  });

  it('is cancelled by Stay on this page', async () => {
    const page = open();
    await startDownload(page);
    show(page, complete);
    await page.user.click(screen.getByRole('button', { name: 'Stay on this page' }));
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(elsewhere()).toBeNull();
  });

  it.each([
    ['a key', new KeyboardEvent('keydown', { key: 'Tab' })],
    ['a press', new MouseEvent('pointerdown')],
    ['a move', Object.assign(new MouseEvent('pointermove'), { movementX: 3, movementY: 0 })],
  ])('leaves the result on the screen after %s', async (_name, event) => {
    const page = open();
    await startDownload(page);
    show(page, complete);
    act(() => void dispatchEvent(event));
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(elsewhere()).toBeNull();
    expect(screen.getByText(/^It’s free, and your name/)).toBeTruthy();
  });

  it('does not take a pointer at rest for a move', async () => {
    const page = open();
    await startDownload(page);
    show(page, complete);
    const atRest = Object.assign(new MouseEvent('pointermove'), { movementX: 0, movementY: 0 });
    act(() => void dispatchEvent(atRest));
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(elsewhere()).not.toBeNull();
  });

  it('waits for a hidden page to be seen', async () => {
    const page = open();
    await startDownload(page);
    look('hidden');
    show(page, complete);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(elsewhere()).toBeNull();
    look('visible');
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(elsewhere()).not.toBeNull();
  });

  it('stays until the browser has asked and taken over the file, and two seconds more', async () => {
    await completeThrough({ afterMs: 10_000 });
    const stay = () => screen.queryByRole('button', { name: 'Stay on this page' });
    act(() => void dispatchEvent(new Event('blur')));
    act(() => void dispatchEvent(new Event('focus')));
    await pass(9_999);
    expect(stay()).toBeNull();
    expect(screen.getByRole('button', { name: 'Create account' })).toBeTruthy();
    await pass(1);
    expect(stay()).toBeTruthy();
    await pass(1_999);
    expect(elsewhere()).toBeNull();
    await pass(1);
    expect(elsewhere()).not.toBeNull();
  });

  it('stays while the browser may ask where to save, until the visitor is back', async () => {
    await completeThrough(inDownloads);
    act(() => void dispatchEvent(new Event('focus')));
    await pass(minuteMs);
    act(() => void dispatchEvent(new Event('blur')));
    await pass(minuteMs);
    expect(elsewhere()).toBeNull();
    act(() => void dispatchEvent(new Event('focus')));
    await pass(1_999);
    expect(elsewhere()).toBeNull();
    await pass(1);
    expect(elsewhere()).not.toBeNull();
  });

  it('counts a first look at the page after completion as a return', async () => {
    look('hidden');
    await completeThrough(inDownloads);
    await pass(minuteMs);
    look('visible');
    await pass(1_999);
    expect(elsewhere()).toBeNull();
    await pass(1);
    expect(elsewhere()).not.toBeNull();
  });

  it('stays while the browser may ask where to save, however late the answer', async () => {
    await completeThrough(inDownloads);
    await pass(600 * minuteMs);
    await pass(minuteMs);
    expect(elsewhere()).toBeNull();
    act(() => void dispatchEvent(new Event('blur')));
    act(() => void dispatchEvent(new Event('focus')));
    await pass(2_000);
    expect(elsewhere()).not.toBeNull();
  });

  it('does not leave a visitor who used the page before the file was safe', async () => {
    await completeThrough(inDownloads);
    act(() => void dispatchEvent(new MouseEvent('pointerdown')));
    await pass(20 * minuteMs);
    expect(elsewhere()).toBeNull();
  });

  it('is not shown to signed-in users [2.141]', async () => {
    const page = open();
    await startDownload(page);
    act(() =>
      setSession({
        status: 'user',
        user: { uid: 'u', email: 'a@b.c', displayName: null, photoURL: null },
      }),
    );
    await settle();
    show(page, complete);
    expect(screen.queryByText('Create an account to send files yourself')).toBeNull();
  });
});
