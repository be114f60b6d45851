import { jest } from '@jest/globals';
import { createNotices } from './notices.js';
import type { WorkerClient } from './worker-types.js';

const origin = 'https://tandem.example';

const create = (...pages: [path: string, visibility: DocumentVisibilityState][]) => {
  const focused: string[] = [];
  const windows = pages.map(([path, visibilityState], index): WorkerClient => {
    const url = `${origin}${path}`;
    const focus = () => Promise.resolve(void focused.push(path));
    return { id: `window-${index}`, url, visibilityState, focus };
  });
  const openWindow = jest.fn<(url: string) => Promise<unknown>>().mockResolvedValue(null);
  const showNotification = jest
    .fn<ServiceWorkerRegistration['showNotification']>()
    .mockResolvedValue();
  const notices = createNotices({
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () => Promise.resolve(windows),
      openWindow,
    },
    registration: { showNotification },
  });
  return { notices, focused, openWindow, showNotification };
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
      'The sender is back',
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
});
