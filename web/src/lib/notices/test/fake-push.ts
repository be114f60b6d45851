/** A browser with notifications, a service worker and a push service, for tests. */

import { jest } from '@jest/globals';

export interface FakePush {
  shown: { title: string; tag: string }[];
  /** What the worker reads when the user clicks on them. */
  shownData: unknown[];
  permission: NotificationPermission;
  /** What the user answers. */
  answer: NotificationPermission;
  isPushServiceUp: boolean;
  /** Until the page ends its subscription. */
  isSubscribed: boolean;
  /** How often the page has ended it. */
  ends: number;
  /** Until then, each end of the subscription is under way. */
  ending: Promise<void>;
  remove: () => void;
}

export const fakeEndpoint = 'https://push.example/browser';

export const installFakePush = (): FakePush => {
  const fake: FakePush = {
    shown: [],
    shownData: [],
    permission: 'default',
    answer: 'granted',
    isPushServiceUp: true,
    isSubscribed: true,
    ends: 0,
    ending: Promise.resolve(),
    remove: () => {
      Reflect.deleteProperty(window, 'Notification');
      Reflect.deleteProperty(navigator, 'serviceWorker');
    },
  };
  const subscription = {
    endpoint: fakeEndpoint,
    toJSON: () => ({ endpoint: fakeEndpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      await fake.ending;
      fake.isSubscribed = false;
      fake.ends += 1;
      return true;
    },
  };
  const subscribe = () => {
    fake.isSubscribed = true;
    return Promise.resolve(subscription);
  };
  const registration = {
    // Like the worker, tells a page its id.
    active: {
      postMessage: (_data: unknown, [port]: MessagePort[] = []) => port?.postMessage('window-1'),
    },
    showNotification: (title: string, { tag = '', data }: NotificationOptions) => {
      fake.shown.push({ title, tag });
      fake.shownData.push(data);
      return Promise.resolve();
    },
    pushManager: {
      subscribe: () => (fake.isPushServiceUp ? subscribe() : Promise.reject(new Error('down'))),
      getSubscription: () =>
        Promise.resolve(fake.isPushServiceUp && fake.isSubscribed ? subscription : null),
    },
  };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      getRegistration: () => Promise.resolve(registration),
      register: jest.fn<() => Promise<unknown>>().mockResolvedValue(registration),
      ready: Promise.resolve(registration),
      addEventListener: jest.fn(),
      removeEventListener: jest.fn(),
    },
  });
  Object.defineProperty(window, 'Notification', {
    configurable: true,
    value: {
      get permission() {
        return fake.permission;
      },
      requestPermission: () => {
        fake.permission = fake.answer;
        return Promise.resolve(fake.answer);
      },
    },
  });
  return fake;
};
