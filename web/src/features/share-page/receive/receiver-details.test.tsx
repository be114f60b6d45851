import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
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
  it('shows the details of the connection while the download runs, and limits it', async () => {
    localStorage.clear();
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay, connectionType: 'turn' });
    await page.user.click(await screen.findByText('Connection details'));
    expect(await screen.findByText('Through an encrypted relay')).toBeTruthy();
    await page.user.click(screen.getByRole('radio', { name: 'Use at most' }));
    expect(page.engine.receiver.calls).toEqual(['limit 1048576']);
    show(page, complete);
    expect(screen.queryByText('Connection details')).toBeNull();
    localStorage.clear();
  });

  it('says that a limit has no effect on a sender that knows none', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay, canLimit: false });
    await page.user.click(await screen.findByText('Connection details'));
    expect(await screen.findByText(/A speed limit on this page has no effect/)).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'No limit' })).toBeNull();
  });

  it('applies the limit of this device before the connection is open', async () => {
    const limit = { bytesPerSecond: 500_000, isYielding: false };
    localStorage.setItem('rate-limit-receive', JSON.stringify(limit));
    const page = open();
    await startDownload(page);
    expect(page.engine.receiver.calls).toEqual(['limit 500000']);
    localStorage.clear();
  });

  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15';
  const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 8';
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
  it.each([
    ['Safari', `${iphone} (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`, false],
    [
      'Chrome on iOS',
      `${iphone} (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1`,
      false,
    ],
    ['a web view on iOS', `${iphone} (KHTML, like Gecko) Mobile/15E148`, true],
    ['a web view on an iPad', `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko)`, true],
    ['Safari on a Mac', `${mac} AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15`, false],
    ['Chrome on a Mac', `${mac} AppleWebKit/537.36 Chrome/156.0 Safari/537.36`, false],
    ['Firefox on a Mac', `${mac} Gecko/20100101 Firefox/153.0`, false],
    ['Facebook on iOS', `${iphone} Mobile/15E148 Safari/604.1 [FBAN/FBIOS;FBAV/500.0]`, true],
    [
      'Chrome on Android',
      `${android}) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36`,
      false,
    ],
    [
      'a web view on Android',
      `${android}; wv) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36`,
      true,
    ],
    ['Instagram', `${android}) Chrome/130.0 Mobile Safari/537.36 Instagram 350.0`, true],
  ])('warns before the download in %s, if it may not save files', async (_, agent, isWarned) => {
    const userAgent = jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
    const page = open();
    await givePassword(page);
    await giveDetails(page);
    await screen.findByRole('button', { name: 'Check the connection' });
    expect(screen.queryByText(/open inside another app/) !== null).toBe(isWarned);
    userAgent.mockRestore();
  });
});
