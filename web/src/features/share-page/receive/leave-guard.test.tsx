import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { isAskedBeforeLeaving, look } from '../../../../test/dom/tab.js';
import {
  complete,
  halfWay,
  open,
  settle,
  show,
  startDownload,
  withFreshPage,
} from '../test/opened-page.js';

withFreshPage();

const refusedBlock = { code: 'digest-mismatch', isPartKept: true } as const;

describe('step 3 for the recipient', () => {
  it('warns after the tab was in the background during a transfer [4.80]', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    look('hidden');
    expect(screen.getByRole('alert').textContent).toContain('This tab was in the background');
  });

  it('asks before closing and opens links in a new tab during a transfer only', async () => {
    const opened = jest.spyOn(window, 'open').mockReturnValue(null);
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    expect(isAskedBeforeLeaving()).toBe(true);
    await page.user.click(screen.getByRole('link', { name: 'Terms' }));
    expect(opened).toHaveBeenCalledWith('http://localhost/terms', '_blank', 'noopener');
    const saving = document.createElement('a');
    saving.href = '#received';
    saving.download = 'holiday film.mp4';
    document.body.append(saving);
    let isPrevented: boolean | null = null;
    saving.addEventListener('click', (event) => {
      isPrevented = event.defaultPrevented;
      // jsdom would follow it.
      event.preventDefault();
    });
    saving.dispatchEvent(new MouseEvent('click', { cancelable: true }));
    saving.remove();
    expect(isPrevented).toBe(false);
    show(page, complete);
    expect(isAskedBeforeLeaving()).toBe(false);
    opened.mockRestore();
  });

  it.each([true, false])(
    'may be left while paused if what has arrived is kept: %p',
    async (survivesReload) => {
      const page = open();
      await startDownload(page);
      show(page, { state: 'receiving', survivesReload, stats: halfWay });
      expect(isAskedBeforeLeaving()).toBe(true);
      show(page, { state: 'paused', pausedBy: 'here', survivesReload, stats: halfWay });
      expect(isAskedBeforeLeaving()).toBe(!survivesReload);
      expect(screen.queryByText(/Keep this tab open and visible/) === null).toBe(survivesReload);
      show(page, { state: 'paused', pausedBy: 'there', survivesReload, stats: halfWay });
      expect(isAskedBeforeLeaving()).toBe(true);
    },
  );

  it('keeps the screen on while bytes move, and for three minutes without any', async () => {
    const release = jest.fn(() => Promise.resolve());
    const request = jest.fn(() => Promise.resolve(Object.assign(new EventTarget(), { release })));
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    await act(() => jest.advanceTimersByTimeAsync(60 * 60_000));
    expect([request, release].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    show(page, { state: 'connecting', stats: halfWay });
    await act(() => jest.advanceTimersByTimeAsync(2 * 60_000));
    show(page, { state: 'retrying', stats: halfWay });
    expect(release).not.toHaveBeenCalled();
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(release).toHaveBeenCalledTimes(1);
    show(page, { state: 'receiving', stats: halfWay });
    await settle();
    expect([request, release].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
    Reflect.deleteProperty(navigator, 'wakeLock');
  });

  it.each([
    ['only this page has what arrived', false, { code: 'max-retries' }, true],
    ['the room was full when it came back', false, { code: 'room-full' }, true],
    ['the server could not check its access', false, { code: 'unavailable' }, true],
    ['the sender broke the protocol', false, { code: 'protocol-violation' }, true],
    ['a reload continues', true, { code: 'max-retries' }, false],
    ['nothing of it can be used', false, { code: 'digest-mismatch' }, false],
    ['one block arrived damaged, and those before it are kept', false, refusedBlock, true],
  ])('warns before a refresh after an error if %s', async (...row) => {
    const [, survivesReload, error, isWarned] = row;
    const page = open();
    await startDownload(page);
    show(page, { state: 'error', stats: halfWay, survivesReload, error });
    expect(screen.queryAllByText(/refreshing it loses what has arrived/)).toHaveLength(
      isWarned ? 1 : 0,
    );
    expect(isAskedBeforeLeaving()).toBe(isWarned);
    page.view.unmount();
    expect(isAskedBeforeLeaving()).toBe(false);
  });
});
