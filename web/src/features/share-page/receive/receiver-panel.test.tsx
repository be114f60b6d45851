import { jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { look } from '../../../../test/dom/tab.js';
import type { ReceiverSnapshot } from '../../../transfer/api.js';
import {
  complete,
  giveDetails,
  givePassword,
  halfWay,
  open,
  show,
  startDownload,
  withFreshPage,
} from '../test/opened-page.js';

withFreshPage();

describe('step 3 for the recipient', () => {
  it.each<[string, Partial<ReceiverSnapshot>, string, string]>([
    [
      'connecting [2.143, 4.47]',
      { state: 'connecting' },
      'Connecting',
      'Connecting to the sender…',
    ],
    [
      'waiting [2.143, 4.48]',
      { state: 'waiting' },
      'Waiting',
      'Connected. Waiting for the sender to start…',
    ],
    [
      'receiving [2.143, 4.49]',
      { state: 'receiving', stats: halfWay },
      'Receiving',
      'Receiving file…',
    ],
    [
      'retrying [2.143, 4.84]',
      { state: 'retrying', attempt: 2 },
      'Retrying',
      'Reconnecting… attempt 2 of 5',
    ],
    ['error [2.143, 4.85]', { state: 'error' }, 'Error', 'Connection failed'],
    ['completed [2.143, 4.50]', complete, 'Completed', 'Transfer complete'],
  ])('shows the badge and status of %s', async (_, part, badge, status) => {
    const page = open();
    await startDownload(page);
    show(page, part);
    const region = screen.getByText(badge).closest('[role=status]');
    expect(region).toBeTruthy();
    expect(within(region as HTMLElement).getByText(status)).toBeTruthy();
  });

  it('shows progress with one decimal, speed and remaining time, and pauses and resumes [3.77, 3.78, 3.79, 3.80, 3.81]', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    for (const figure of ['50.0%', '32.00 MB of 64.00 MB', '2.00 MB/s', '16s left']) {
      expect(screen.getByText(figure)).toBeTruthy();
    }
    expect(screen.getByText('50 percent done')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Pause' }));
    show(page, { state: 'paused', pausedBy: 'here', stats: halfWay });
    await page.user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(page.engine.receiver.calls).toEqual(['pause', 'resume']);
  });

  it('offers no pause of a sender that cannot be paused', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay, canPause: false });
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  });

  it('keeps the keyboard on the transfer when the button with the focus goes', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    const focused = () => document.activeElement?.textContent;
    act(() => screen.getByRole('button', { name: 'Pause' }).focus());
    await page.user.keyboard(' ');
    show(page, { state: 'paused', pausedBy: 'here', stats: halfWay });
    expect(focused()).toBe('Resume');
    await page.user.keyboard(' ');
    expect(page.engine.receiver.calls).toEqual(['pause', 'resume']);
    show(page, { state: 'saving', stats: halfWay });
    await act(() => jest.advanceTimersByTimeAsync(20));
    expect(focused()).toContain('All received. Checking and saving…');
    show(page, { state: 'error', error: { code: 'peer-unreachable' } });
    const again = screen.getByRole('button', { name: 'Try Again' });
    await page.user.tab();
    expect(document.activeElement).toBe(again);
    show(page, { state: 'connecting' });
    await act(() => jest.advanceTimersByTimeAsync(20));
    expect(focused()).toContain('Connecting to the sender…');
  });

  it('moves the keyboard from Download to the status of the transfer, not past it', async () => {
    const page = open();
    await givePassword(page);
    await giveDetails(page);
    act(() => screen.getByRole('button', { name: 'Download File' }).focus());
    await page.user.keyboard(' ');
    await screen.findByText('Connecting');
    await act(() => jest.advanceTimersByTimeAsync(20));
    expect(document.activeElement?.getAttribute('role')).toBe('status');
    show(page, { state: 'receiving', stats: halfWay });
    await page.user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pause' }));
  });

  it('says that the sender has to allow the download', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'paused', pausedBy: 'there', isAwaitingApproval: true });
    expect(screen.getByText('Waiting for the sender to allow this download.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  });

  it('names the sender who paused, and offers Resume only for its own pause', async () => {
    const page = open();
    await startDownload(page);
    const sender = { name: 'Grace Hopper', email: 'grace@example.org' };
    show(page, { state: 'paused', pausedBy: 'there', stats: halfWay, sender });
    expect(
      screen.getByText('Grace Hopper paused. The download continues when they resume.'),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
    show(page, { state: 'paused', pausedBy: 'both', stats: halfWay, sender });
    expect(
      screen.getByText(/^You and Grace Hopper paused. The download continues when you both/),
    ).toBeDefined();
    await page.user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(page.engine.receiver.calls).toEqual(['resume']);
  });

  it('shows that it is saving after the last byte, without speed and without Pause', async () => {
    const page = open();
    await startDownload(page);
    show(page, {
      state: 'saving',
      stats: { ...halfWay, bytesTransferred: halfWay.totalBytes },
    });
    expect(screen.getByText('All received. Checking and saving…')).toBeTruthy();
    expect(screen.queryByText('2.00 MB/s')).toBeNull();
    expect(screen.queryByText('16s left')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  });

  it('shows progress and completion in the tab title while another tab is visible', async () => {
    const page = open();
    await startDownload(page);
    const name = document.title;
    show(page, { state: 'receiving', stats: halfWay });
    expect(document.title).toBe(name);
    look('hidden');
    expect(document.title).toBe(`50% · ${name}`);
    show(page, { state: 'retrying', stats: { ...halfWay, progressPercent: 59.9 } });
    expect(document.title).toBe(`55% · ${name}`);
    show(page, { state: 'completed', stats: halfWay });
    expect(document.title).toBe(`✓ · ${name}`);
    look('visible');
    expect(document.title).toBe(name);
    jest.restoreAllMocks();
  });
});
