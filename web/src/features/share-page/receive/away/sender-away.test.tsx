import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { isAskedBeforeLeaving } from '../../../../../test/dom/tab.js';
import { forgetConfig } from '../../../../lib/http/config.js';
import {
  fakeEndpoint,
  installFakePush,
  type FakePush,
} from '../../../../lib/notices/test/fake-push.js';
import { openedShare } from '../../test/fake-server.js';
import {
  access,
  complete,
  halfWay,
  open,
  settle,
  show,
  startDownload,
  withFreshPage,
} from '../../test/opened-page.js';

withFreshPage();

let push: FakePush;
beforeEach(() => {
  push = installFakePush();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  localStorage.clear();
});
afterEach(() => {
  push.remove();
  forgetConfig();
  localStorage.clear();
  jest.restoreAllMocks();
});

const subscribe = 'POST /api/shares/s1/notices';
const cancel = `${subscribe}/cancel`;
const config = (pushPublicKey: string) => ({
  'GET /api/config': { body: { firebase: { apiKey: 'k' }, pushPublicKey } },
});

const alone = { state: 'connecting', isAlone: true } as const;

/** A page whose sender has been away for 8 s. */
const openAlone = async (
  pushPublicKey = 'key',
  routes = {},
  survivesReload = true,
  bytesTransferred = halfWay.bytesTransferred,
) => {
  const page = open({ ...config(pushPublicKey), [subscribe]: {}, [cancel]: {}, ...routes });
  await startDownload(page);
  show(page, { ...alone, survivesReload, stats: { ...halfWay, bytesTransferred } });
  act(() => jest.advanceTimersByTime(8_100));
  return page;
};
const ask = async (page: Awaited<ReturnType<typeof openAlone>>) => {
  await page.user.click(
    await screen.findByRole('button', { name: 'Tell me when they are online' }),
  );
  await settle();
  await settle();
};
const hide = () =>
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden' as const);
const sent = ({ asked }: Awaited<ReturnType<typeof openAlone>>, route: string) =>
  asked.filter((call) => call.route === route).map(({ body }) => body);

describe('a recipient who waits for the sender', () => {
  it('is not asked before the sender has been away for 8 s', async () => {
    const page = open(config('key'));
    await startDownload(page);
    expect(screen.queryByRole('button', { name: 'Tell me when they are online' })).toBeNull();
  });

  it('reads it first, without the figures of the lost connection, which return with the sender', async () => {
    const page = open(config(''));
    await startDownload(page);
    const running = { state: 'receiving', stats: halfWay, connectionType: 'turn' } as const;
    show(page, running);
    await page.user.click(await screen.findByText('Connection details'));
    await screen.findByText('Through an encrypted relay');
    show(page, { ...running, ...alone });
    act(() => jest.advanceTimersByTime(8_100));
    const notice = screen.getByText(/^The sender went offline/);
    const headline = screen.getByText('Waiting for the sender…');
    expect(headline.closest('[role=status]')?.textContent).toMatch(/^Waiting/);
    expect(screen.queryByText(/^Connecting/)).toBeNull();
    const figures = screen.getByText('Through an encrypted relay');
    expect(figures.closest('[hidden]')).not.toBeNull();
    const following =
      headline.compareDocumentPosition(notice) & notice.compareDocumentPosition(figures);
    expect(following & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    show(page, running);
    expect(screen.getByText('Through an encrypted relay').closest('[hidden]')).toBeNull();
  });

  it('is told by Web Push, with the grant and without the key of the link', async () => {
    const page = await openAlone();
    const button = screen.getByRole('button', { name: 'Tell me when they are online' });
    // Screen readers announce what is added to a live region, not one that is inserted with its text.
    const region = button.parentElement?.querySelector('[role=status]');
    expect(region?.textContent).toBe('');
    await ask(page);
    expect(screen.getByText(/even if you close this tab/)).toBe(region);
    expect(sent(page, subscribe)).toEqual([
      { grant: 'grant-1', endpoint: fakeEndpoint, keys: { p256dh: 'p', auth: 'a' } },
    ]);
  });

  it.each([0, halfWay.bytesTransferred])(
    'is not also told to keep the page open, nor asked before leaving it, with %i bytes here',
    async (bytesTransferred) => {
      const page = await openAlone('key', {}, true, bytesTransferred);
      expect(screen.getByText(/Keep this tab open and visible/)).toBeTruthy();
      expect(isAskedBeforeLeaving()).toBe(true);
      await ask(page);
      expect(screen.getByText(/even if you close this tab/)).toBeTruthy();
      expect(screen.queryByText(/Keep this (page|tab) open/)).toBeNull();
      expect(isAskedBeforeLeaving()).toBe(false);
      show(page, { state: 'receiving', survivesReload: true, stats: halfWay });
      expect(screen.getByText(/Keep this tab open and visible/)).toBeTruthy();
      expect(isAskedBeforeLeaving()).toBe(true);
    },
  );

  it('reads that a tab may be closed only once the browser is subscribed, also the second time', async () => {
    const page = await openAlone();
    await ask(page);
    show(page, { state: 'receiving', survivesReload: true, stats: halfWay });
    show(page, { ...alone, survivesReload: true, stats: halfWay });
    act(() => jest.advanceTimersByTime(8_100));
    const answer = globalThis.fetch;
    let isSlow = true;
    globalThis.fetch = (...call) => (isSlow ? new Promise(() => undefined) : answer(...call));
    await ask(page);
    expect(screen.queryByText(/even if you close this tab/)).toBeNull();
    expect(isAskedBeforeLeaving()).toBe(true);
    await page.user.click(screen.getByRole('button', { name: 'Don’t tell me' }));
    isSlow = false;
    await ask(page);
    expect(screen.getByText(/even if you close this tab/)).toBeTruthy();
  });

  it('who has declined while the browser asked is not told without an open page', async () => {
    let allow = (): void => undefined;
    const asking = new Promise<NotificationPermission>((resolve) => {
      allow = () => resolve('granted');
    });
    const page = await openAlone();
    jest.spyOn(Notification, 'permission', 'get').mockReturnValue('default');
    jest.spyOn(Notification, 'requestPermission').mockReturnValue(asking);
    await ask(page);
    await page.user.click(screen.getByRole('button', { name: 'Don’t tell me' }));
    allow();
    await settle();
    await settle();
    expect(sent(page, cancel)).toEqual([{ endpoint: fakeEndpoint }]);
    jest.spyOn(Notification, 'requestPermission').mockReturnValue(new Promise(() => undefined));
    await ask(page);
    expect(screen.queryByText(/even if you close this tab/)).toBeNull();
  });

  it('is told to keep the tab open if closing it loses what has arrived', async () => {
    const page = await openAlone('key', {}, false);
    await ask(page);
    expect(screen.getByText(/You get a notification .* Keep this tab open/)).toBeTruthy();
    expect(screen.queryByText(/even if you close this tab/)).toBeNull();
    expect(isAskedBeforeLeaving()).toBe(true);
  });

  it('is told by the grant that the connection has renewed, without opening the share again', async () => {
    const renewal = 'POST /api/shares/s1/grant';
    const renewed = { grant: 'grant-2', grantExpiresAt: openedShare.grantExpiresAt };
    const page = await openAlone('key', { [renewal]: { body: renewed } });
    act(() => jest.advanceTimersByTime(8 * 60_000));
    const { credentials } = page.engine.receiverOptions ?? {};
    await act(async () => void (credentials?.kind === 'grant' && (await credentials.grant())));
    act(() => jest.advanceTimersByTime(5 * 60_000));
    await ask(page);
    expect(sent(page, subscribe)).toEqual([expect.objectContaining({ grant: 'grant-2' })]);
    expect([sent(page, renewal), sent(page, access)]).toEqual([
      [{ grant: 'grant-1' }],
      [{ password: 'secret' }],
    ]);
  });

  it.each([
    ['without keys of the operator', '', () => undefined, {}],
    ['when the push service is down', 'key', () => (push.isPushServiceUp = false), {}],
    ['when the server refuses', 'key', () => undefined, { [subscribe]: { status: 429 } }],
  ])('is told by a notification of this tab %s', async (_name, key, prepare, routes) => {
    prepare();
    const page = await openAlone(key, routes);
    await ask(page);
    expect(screen.getByText(/You get a notification when the sender is online\./)).toBeTruthy();
    hide();
    show(page, { state: 'receiving', stats: halfWay });
    await settle();
    expect(push.shown).toEqual([{ title: 'The sender is online', tag: 'sender-back s1' }]);
  });

  it('sees the mark in the title and the page where notifications are blocked', async () => {
    push.answer = 'denied';
    const page = await openAlone();
    await ask(page);
    expect(screen.getByText(/Its title shows a dot/)).toBeTruthy();
    expect(sent(page, subscribe)).toEqual([]);
    const visibility = hide();
    show(page, { state: 'receiving', stats: halfWay });
    await settle();
    expect(document.title).toContain('● ');
    expect(push.shown).toEqual([]);
    visibility.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(document.title).not.toContain('●');
    expect(screen.getByText('The sender is online.')).toBeTruthy();
  });

  it('reads no promise of a notice in a page that has failed, and reads it again after Try Again', async () => {
    const page = await openAlone('');
    await ask(page);
    const promise = /You get a notification when the sender is online/;
    expect(screen.getByText(promise)).toBeTruthy();
    show(page, { state: 'error', error: { code: 'share-closed' } });
    expect(screen.queryByText(promise)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Don’t tell me' })).toBeNull();
    show(page, alone);
    expect(screen.getByText(promise)).toBeTruthy();
  });

  it('does not read that the sender is online after the download', async () => {
    const page = await openAlone('');
    await ask(page);
    show(page, { state: 'receiving', stats: halfWay });
    expect(screen.getByText('The sender is online.')).toBeTruthy();
    show(page, complete);
    expect(screen.queryByText('The sender is online.')).toBeNull();
  });

  it('is not told after declining again', async () => {
    const page = await openAlone();
    await ask(page);
    await page.user.click(screen.getByRole('button', { name: 'Don’t tell me' }));
    await settle();
    expect(sent(page, cancel)).toEqual([{ endpoint: fakeEndpoint }]);
    hide();
    show(page, { state: 'receiving', stats: halfWay });
    await settle();
    expect(push.shown).toEqual([]);
    expect(document.title).not.toContain('●');
  });
});
