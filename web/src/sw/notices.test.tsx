import { jest } from '@jest/globals';
import { installFakeApi } from '../../test/fake-api.js';
import { languageNames, type Language } from '../lib/language/language.js';
import { installFakePush, type FakePush } from '../lib/notices/test/fake-push.js';
import { createNotices } from './notices.js';
import { createCaches } from './test/fake-caches.js';
import type { WorkerClient } from './worker-types.js';

const origin = 'https://tandem.example';

let caches: CacheStorage;
beforeEach(() => {
  ({ caches } = createCaches());
});

const create = (...pages: [path: string, visibility: DocumentVisibilityState][]) => {
  const focused: string[] = [];
  const unfocusable = new Set<string>();
  const windows = pages.map(([path, visibilityState], index): WorkerClient => {
    const url = `${origin}${path}`;
    const focus = () => {
      if (unfocusable.has(path)) return Promise.reject(new TypeError('not found'));
      return Promise.resolve(void focused.push(path));
    };
    return { id: `window-${index}`, url, visibilityState, focus };
  });
  const openWindow = jest.fn<(url: string) => Promise<unknown>>().mockResolvedValue(null);
  const showNotification = jest
    .fn<ServiceWorkerRegistration['showNotification']>()
    .mockResolvedValue();
  const clients = {
    claim: () => Promise.resolve(),
    matchAll: () => Promise.resolve(windows),
    openWindow,
  };
  const notices = createNotices({ clients, registration: { showNotification } }, caches);
  return { notices, focused, unfocusable, openWindow, showNotification };
};

const back = { kind: 'sender-back', shareId: 's1' };
const delivered = { kind: 'delivered', shareId: 's1' };

describe('a message of the push service', () => {
  it.each([
    ['without a page', []],
    ['with the page of another share', [['/share/s2', 'visible']]],
    ['with the page in a hidden tab', [['/share/s1', 'hidden']]],
  ] as const)('shows a notification %s', async (_name, pages) => {
    const { notices, showNotification } = create(
      ...pages.map(([a, b]) => [a, b] as [string, 'visible' | 'hidden']),
    );
    await notices.show(back);
    expect(showNotification).toHaveBeenCalledWith(
      'The sender is online',
      expect.objectContaining({ tag: 'sender-back s1', data: back }),
    );
  });

  it('shows none while its page is visible', async () => {
    const { notices, showNotification } = create(['/share/s1', 'visible']);
    await notices.show(back);
    expect(showNotification).not.toHaveBeenCalled();
    await notices.show(delivered);
    expect(showNotification).toHaveBeenCalledTimes(1);
  });

  it.each([null, 'text', { kind: 'other', shareId: 's1' }, { kind: 'delivered', shareId: '../x' }])(
    'is ignored with the content %j',
    async (data) => {
      const { notices, showNotification, openWindow } = create();
      await notices.show(data);
      await notices.open(data);
      expect(showNotification).not.toHaveBeenCalled();
      expect(openWindow).not.toHaveBeenCalled();
    },
  );
});

describe('the language of a notification', () => {
  const languages = Object.keys(languageNames) as Language[];
  let push: FakePush;
  beforeEach(() => {
    push = installFakePush();
    Object.defineProperty(window, 'caches', { configurable: true, value: caches });
    installFakeApi({
      'GET /api/config': { body: { firebase: { apiKey: 'k' }, pushPublicKey: 'key' } },
      'POST /api/shares/s1/notices': {},
    });
  });
  afterEach(() => {
    push.remove();
    Reflect.deleteProperty(window, 'caches');
  });

  /** A page that was opened in the language. */
  const openPage = async (language: Language) => {
    jest.resetModules();
    const { openLanguage } = await import('../languages/load.js');
    const { setTranslation } = await import('../lib/texts/catalogue.js');
    setTranslation(await openLanguage(language));
    const { renewNoticeTexts } = await import('../lib/notices/kept-texts.js');
    const { subscribeToPush } = await import('../lib/notices/notices.js');
    const { texts } = await import('../lib/notices/texts.js');
    return { texts, subscribeToPush, renewNoticeTexts };
  };
  const shownTitle = async (): Promise<string | undefined> => {
    const { notices, showNotification } = create();
    await notices.show(delivered);
    return showNotification.mock.lastCall?.[0];
  };

  it.each(languages)('is that of the page that asked for it: %s', async (language) => {
    const { texts, subscribeToPush } = await openPage(language);
    expect(await subscribeToPush('s1')).toBe(true);
    const title = await shownTitle();
    expect(title).toBe(texts.delivered.title);
    expect(title === 'Delivery confirmed').toBe(language === 'en');
  });

  it('follows that of the pages', async () => {
    await (await openPage('de')).subscribeToPush('s1');
    for (const [language, title] of [
      ['fr', 'Remise confirmée'],
      ['en', 'Delivery confirmed'],
    ] as const) {
      await (await openPage(language)).renewNoticeTexts();
      expect(await shownTitle()).toBe(title);
    }
  });

  it('is English where no page has asked, and where the texts cannot be read', async () => {
    await (await openPage('de')).renewNoticeTexts();
    expect(await shownTitle()).toBe('Delivery confirmed');
    expect(await caches.keys()).toEqual([]);
    await (await openPage('de')).subscribeToPush('s1');
    expect(await shownTitle()).toBe('Zustellung bestätigt');
    caches.match = () => Promise.reject(new DOMException('broken', 'UnknownError'));
    expect(await shownTitle()).toBe('Delivery confirmed');
  });

  it('does not keep a notification waiting', async () => {
    caches.match = () => new Promise(() => undefined);
    jest.useFakeTimers();
    try {
      const title = shownTitle();
      await jest.advanceTimersByTimeAsync(1_000);
      expect(await title).toBe('Delivery confirmed');
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a click on a notification', () => {
  it('focuses the open page of the share', async () => {
    const { notices, focused, openWindow } = create(['/', 'visible'], ['/share/s1', 'hidden']);
    await notices.open(back);
    expect(focused).toEqual(['/share/s1']);
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('leads to the tab of the sender that has to decide, on whichever page', async () => {
    const { notices, focused, openWindow } = create(
      ['/share/s1', 'visible'],
      ['/settings', 'hidden'],
    );
    await notices.open({ kind: 'question', shareId: 's1' });
    expect(focused).toEqual(['/settings']);
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('leads to the tab that asks, also when another one was used last', async () => {
    const { notices, focused } = create(['/', 'visible'], ['/settings', 'hidden']);
    const windowId = await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      const asked = { data: { wants: 'window-id' }, ports: [port2], source: { id: 'window-1' } };
      expect(notices.onMessage(asked)).toBe(true);
    });
    await notices.open({ kind: 'question', shareId: 's1', windowId });
    expect(focused).toEqual(['/settings']);
  });

  it('leads to another tab of the app once the tab that asked is closed', async () => {
    const { notices, focused } = create(['/', 'visible']);
    await notices.open({ kind: 'question', shareId: 's1', windowId: 'window-9' });
    expect(focused).toEqual(['/']);
  });

  it.each([
    [back, '/share/s1'],
    [delivered, '/'],
  ])('opens the page of %j without one', async (notice, path) => {
    const { notices, openWindow } = create(['/settings', 'visible']);
    await notices.open(notice);
    expect(openWindow).toHaveBeenCalledWith(path);
  });

  it('opens the page where the browser cannot focus it', async () => {
    const { notices, unfocusable, openWindow } = create(['/share/s1', 'hidden']);
    unfocusable.add('/share/s1');
    await notices.open(back);
    expect(openWindow).toHaveBeenCalledWith('/share/s1');
  });
});
