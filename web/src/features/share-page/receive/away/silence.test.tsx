import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { halfWay, open, show, startDownload, withFreshPage } from '../../test/opened-page.js';

withFreshPage();

describe('step 3 for the recipient', () => {
  it.each([
    ['server', 'waiting', 'The server does not answer. Check your network, or try again.'],
    [
      'sender',
      'receiving',
      'Nothing has arrived from the sender for 15 seconds. The download continues when the sender is back. You can also try again.',
    ],
    [
      'receiver',
      'receiving',
      'This device is still saving what has arrived. The download continues after that.',
    ],
  ] as const)(
    'names the silent side, the %s, while %s, and offers another try until bytes arrive',
    async (silentSide, state, text) => {
      const page = open();
      await startDownload(page);
      show(page, { state, stats: halfWay, isSilent: true, silentSide });
      expect(screen.getByText(text)).toBeTruthy();
      fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(page.engine.receiver.calls).toContain('retry');
      show(page, { state: 'receiving', stats: halfWay });
      expect(screen.queryByText(text)).toBeNull();
      expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    },
  );

  it.each([
    [
      halfWay.bytesTransferred,
      true,
      /went offline. 32.00 MB received, 32.00 MB to go. The download/,
    ],
    [halfWay.bytesTransferred, false, /32.00 MB received, 32.00 MB to go. Keep this page open/],
    [0, false, /The sender is not online yet/],
  ])(
    'says after 8 s without a sender, with %i bytes here that outlive the page (%p): %p',
    async (bytes, survivesReload, text) => {
      const page = open();
      await startDownload(page);
      const stats = { ...halfWay, bytesTransferred: bytes };
      show(page, { state: 'connecting', isAlone: true, survivesReload, stats });
      act(() => jest.advanceTimersByTime(7_900));
      expect(screen.queryByText(text)).toBeNull();
      act(() => jest.advanceTimersByTime(200));
      expect(screen.getByText(text)).toBeTruthy();
    },
  );

  it.each([
    ['the server has not admitted this page to the room', 'server'],
    ['a slow connection is being made to the sender, who is there', 'sender'],
  ] as const)('does not call the sender absent while %s', async (_name, silentSide) => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'connecting' });
    act(() => jest.advanceTimersByTime(14_000));
    expect(screen.getByText('Connecting to the sender…')).toBeTruthy();
    expect(screen.queryByText(/not online yet/)).toBeNull();
    show(page, { state: 'connecting', isSilent: true, silentSide });
    expect(screen.getByText('Connecting to the sender…')).toBeTruthy();
    expect(screen.queryByText(/not online yet/)).toBeNull();
  });

  it('says within 5 s that nothing arrives, and from whom', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', isStalled: true, stats: halfWay });
    expect(screen.getByText('Waiting for the sender…')).toBeDefined();
    show(page, { state: 'receiving', stats: halfWay });
    expect(screen.getByText('Receiving file…')).toBeDefined();
  });
});
