/**
 * The installed app does not check for extensions on development hosts such as localhost.
 * @jest-environment-options {"url": "https://tandem.example/"}
 */

import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { isAskedBeforeLeaving } from '../../../../test/dom/tab.js';
import { renderApp, startApi, tidyUp } from '../../../../test/render-app.js';
import { texts as appTexts } from '../../../app/texts.js';
import { toast } from '../../../components/toast/index.js';
import { isMobile } from '../../../lib/browser/device/device.js';
import { watchInstallPrompt } from '../../../lib/browser/install-prompt.js';
import styles from './card.module.css';

const matchMedia = window.matchMedia.bind(window);

const setInstalled = (isInstalled: boolean): void => {
  window.matchMedia = (query) =>
    Object.assign(matchMedia(query), {
      matches: isInstalled && query === '(display-mode: standalone)',
    });
};

const define = (target: object, values: Record<string, unknown>): void => {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
  }
};

beforeEach(() => {
  startApi();
});
afterEach(() => {
  tidyUp();
  jest.useRealTimers();
  window.matchMedia = matchMedia;
  document.querySelectorAll('[data-foreign]').forEach((element) => element.remove());
  define(navigator, { maxTouchPoints: 0 });
  Reflect.deleteProperty(navigator, 'wakeLock');
  define(window, { innerWidth: 1024 });
});

const ready = () => screen.findByRole('heading', { name: 'Share File via WebRTC' });

describe('extension warning', () => {
  const addExtension = (): void => {
    const script = document.createElement('script');
    script.type = 'text/plain';
    script.src = 'chrome-extension://abc/inject.js';
    script.dataset['foreign'] = '';
    document.body.append(script);
  };

  it('appears in the installed app within 30 s and can be dismissed [2.97, 8.101, 9.35]', async () => {
    setInstalled(true);
    renderApp('/');
    await ready();
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    tidyUp();
    renderApp('/');
    await ready();
    await act(() => jest.advanceTimersByTimeAsync(0));
    addExtension();
    await act(() => jest.advanceTimersByTimeAsync(28_000));
    expect(screen.queryByText('Browser extension detected')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    const card = screen.getByText('Browser extension detected').closest('aside');
    expect(card?.className).toBe(styles.red);
    fireEvent.click(within(card ?? document.body).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Browser extension detected')).toBeNull();
  });

  it('does not appear in an ordinary tab [2.97, 8.101, 9.35]', async () => {
    addExtension();
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    renderApp('/');
    await ready();
    await act(() => jest.advanceTimersByTimeAsync(31_000));
    expect(screen.queryByText('Browser extension detected')).toBeNull();
  });
});

describe('install card', () => {
  it('stays away once it was dismissed', async () => {
    const { unmount } = renderApp('/');
    await ready();
    const card = within(await screen.findByRole('complementary', { name: 'Keep this tab active' }));
    await userEvent.click(card.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Keep this tab active')).toBeNull();
    unmount();
    renderApp('/');
    await ready();
    expect(screen.queryByText('Keep this tab active')).toBeNull();
    localStorage.removeItem('install-card-dismissed');
  });

  it('asks to keep this tab active on an amber card [2.98]', async () => {
    renderApp('/');
    await ready();
    const card = screen.getByText('Keep this tab active').closest('aside');
    expect(card?.className).toBe(styles.amber);
  });

  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', /^Firefox on comp/],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0 Safari/537.36', /^Click the install icon/],
  ])(
    'lists the steps of this browser without an install prompt: %s [2.100]',
    async (agent, step) => {
      const { userAgent } = navigator;
      define(navigator, { userAgent: agent });
      renderApp('/');
      await ready();
      await userEvent.click(screen.getByRole('button', { name: 'How to Install' }));
      const dialog = within(screen.getByRole('dialog', { name: 'How to Install' }));
      const steps = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
      expect(steps.length).toBeGreaterThan(1);
      expect(steps[0]).toMatch(step);
      define(navigator, { userAgent });
    },
  );

  it('offers Install App after the browser does and confirms the installation [2.99, 4.77, 4.78]', async () => {
    watchInstallPrompt(() => toast({ variant: 'success', ...appTexts.installed }));
    renderApp('/');
    await screen.findByRole('button', { name: 'How to Install' });
    const prompt = jest.fn(() => Promise.resolve());
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt,
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    });
    act(() => void window.dispatchEvent(offer));
    expect(offer.defaultPrevented).toBe(true);
    expect(screen.queryByRole('button', { name: 'How to Install' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Install App' }));
    expect(prompt).toHaveBeenCalledTimes(1);
    act(() => void window.dispatchEvent(new Event('appinstalled')));
    expect(await screen.findByText('App Installed')).toBeDefined();
    expect(screen.getByRole('button', { name: 'How to Install' })).toBeDefined();
  });

  it('shows Installation Error when the prompt fails [8.86]', async () => {
    watchInstallPrompt(() => undefined);
    renderApp('/');
    await screen.findByRole('button', { name: 'How to Install' });
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.reject(new Error('not now')),
    });
    act(() => void window.dispatchEvent(offer));
    await userEvent.click(screen.getByRole('button', { name: 'Install App' }));
    expect(await screen.findByText('Installation Error')).toBeDefined();
    expect(screen.getByText('not now')).toBeDefined();
    // A prompt can be used once; the manual steps remain.
    expect(await screen.findByRole('button', { name: 'How to Install' })).toBeDefined();
  });

  it('is hidden in the installed app, detected by the standalone display mode [4.76]', async () => {
    setInstalled(true);
    renderApp('/');
    await ready();
    expect(screen.queryByText('Keep this tab active')).toBeNull();
  });
});

describe('the first screen', () => {
  const setTouch = (isTouch: boolean): void => {
    window.matchMedia = (query) =>
      Object.assign(matchMedia(query), { matches: isTouch && /coarse/.test(query) });
  };

  it.each([
    ['where a finger is the only pointer, offers to choose a file before anything else', true],
    ['beside a mouse, offers to drop a file', false],
  ])('%s', async (_what, isTouch) => {
    setTouch(isTouch);
    renderApp('/');
    await ready();
    expect(screen.queryByText('Choose a file') !== null).toBe(isTouch);
    expect(screen.queryByText(/^Drop a file/) !== null).toBe(!isTouch);
    const select = screen.getByRole('button', { name: 'Select File' });
    const card = screen.getByRole('button', { name: 'How to Install' });
    const isFirst = select.compareDocumentPosition(card) === Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isFirst).toBe(isTouch);
  });
});

describe('mobile detection', () => {
  it.each([
    [1, 1023, true],
    [1, 1024, false],
    [0, 500, false],
  ])(
    'detects %d touch points and %d px as mobile: %p [9.31]',
    (maxTouchPoints, innerWidth, expected) => {
      define(navigator, { maxTouchPoints });
      define(window, { innerWidth });
      expect(isMobile()).toBe(expected);
    },
  );
});

describe('Keep Screen On', () => {
  const asPhone = (request: () => Promise<EventTarget>): void => {
    define(navigator, { maxTouchPoints: 5, wakeLock: { request } });
    define(window, { innerWidth: 390 });
  };
  const createLock = () => Object.assign(new EventTarget(), { release: () => Promise.resolve() });
  const toggle = () => screen.findByRole('switch', { name: /Keep Screen On/ });

  it('is offered only on phones with the Screen Wake Lock API [2.96]', async () => {
    define(navigator, { wakeLock: { request: () => Promise.resolve(createLock()) } });
    const view = renderApp('/');
    await ready();
    expect(screen.queryByRole('switch', { name: /Keep Screen On/ })).toBeNull();
    view.unmount();
    define(window, { innerWidth: 390 });
    define(navigator, { maxTouchPoints: 5 });
    Reflect.deleteProperty(navigator, 'wakeLock');
    const second = renderApp('/');
    await ready();
    expect(screen.queryByRole('switch', { name: /Keep Screen On/ })).toBeNull();
    second.unmount();
    asPhone(() => Promise.resolve(createLock()));
    renderApp('/');
    await ready();
    expect(screen.getByRole('switch', { name: /^Keep Screen On/ })).toBeDefined();
  });

  it('warns before leaving while on and is reacquired after a release [4.72, 4.73, 4.75]', async () => {
    const first = createLock();
    const request = jest.fn(() => Promise.resolve<EventTarget>(first));
    asPhone(request);
    renderApp('/');
    await userEvent.click(await toggle());
    await waitFor(() => expect(isAskedBeforeLeaving()).toBe(true));
    request.mockResolvedValue(createLock());
    act(() => void first.dispatchEvent(new Event('release')));
    await waitFor(() => expect(request).toHaveBeenCalledTimes(2));
    expect((await toggle()).getAttribute('aria-checked')).toBe('true');
    await userEvent.click(await toggle());
    expect(isAskedBeforeLeaving()).toBe(false);
  });

  it('is not taken for a running transfer when the language is changed', async () => {
    asPhone(() => Promise.resolve(createLock()));
    renderApp('/');
    await userEvent.click(await toggle());
    await waitFor(() => expect(isAskedBeforeLeaving()).toBe(true));
    expect(screen.getByText('Keeps the screen on while this page is open.')).toBeTruthy();
    // jsdom reports a reload instead of performing it.
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'de');
    expect(document.cookie).toContain('language=de');
    document.cookie = 'language=; max-age=0; path=/';
    expect(log.mock.calls).toEqual([[expect.objectContaining({ type: 'not implemented' })]]);
    expect(screen.queryByText('Language Saved')).toBeNull();
  });

  it('stays on while the user opens other pages', async () => {
    const first = createLock();
    const release = jest.spyOn(first, 'release');
    const request = jest.fn(() => Promise.resolve<EventTarget>(first));
    asPhone(request);
    renderApp('/');
    await userEvent.click(await toggle());
    await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined();
    expect(isAskedBeforeLeaving()).toBe(true);
    expect(release).not.toHaveBeenCalled();
    request.mockResolvedValue(createLock());
    act(() => void first.dispatchEvent(new Event('release')));
    await waitFor(() => expect(request).toHaveBeenCalledTimes(2));
    await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }));
    expect((await toggle()).getAttribute('aria-checked')).toBe('true');
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('is off for the next user of the browser', async () => {
    const lock = createLock();
    const release = jest.spyOn(lock, 'release');
    asPhone(() => Promise.resolve(lock));
    renderApp('/');
    await userEvent.click(await toggle());
    await waitFor(() => expect(isAskedBeforeLeaving()).toBe(true));
    tidyUp();
    expect(release).toHaveBeenCalledTimes(1);
    renderApp('/');
    expect((await toggle()).getAttribute('aria-checked')).toBe('false');
    expect(isAskedBeforeLeaving()).toBe(false);
  });

  it('switches off with Wake Lock Error when the request fails [8.84]', async () => {
    asPhone(() => Promise.reject(new Error('low battery')));
    renderApp('/');
    await userEvent.click(await toggle());
    expect(await screen.findByText('Wake Lock Error')).toBeDefined();
    expect((await toggle()).getAttribute('aria-checked')).toBe('false');
  });

  it('switches off with Wake Lock Lost when it cannot be reacquired [4.74, 8.85]', async () => {
    const lock = createLock();
    const request = jest.fn(() => Promise.resolve<EventTarget>(lock));
    asPhone(request);
    renderApp('/');
    await userEvent.click(await toggle());
    await waitFor(() => expect(isAskedBeforeLeaving()).toBe(true));
    request.mockRejectedValue(new Error('low battery'));
    act(() => void lock.dispatchEvent(new Event('release')));
    expect(await screen.findByText('Wake Lock Lost')).toBeDefined();
    expect((await toggle()).getAttribute('aria-checked')).toBe('false');
  });
});
