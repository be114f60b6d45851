/** Messages of the push service: shows notifications, and opens their page. */

import { noticeTag, readPushNotice } from '@tandem/proto/browser/push/notices';
import { noticeIcon } from '../lib/notices/icon.js';
import { readNoticeTexts } from '../lib/notices/kept-texts.js';
import { readShownNotice, type ShownNotice } from '../lib/notices/shown-notice.js';
import { texts } from '../lib/notices/texts.js';
import { isWindowIdRequest } from '../lib/notices/window-id.js';
import { within } from './within.js';
import type { WorkerClient, WorkerMessageEvent, WorkerScope } from './worker-types.js';

/** Without the key of a protected link, which is in no message. */
const pathOf = ({ kind, shareId }: ShownNotice): string =>
  kind === 'sender-back' ? `/share/${shareId}` : '/';

/** A question is answered in the tab that sends, which may show any page of the app but no share page. */
const isPageOf = (notice: ShownNotice, path: string): boolean =>
  notice.kind === 'question' ? !path.startsWith('/share/') : path === pathOf(notice);

/** A notice must not wait longer for its language: the disk may be slow or locked. */
const textsTimeoutMs = 1_000;

interface NoticeScope extends Pick<WorkerScope, 'clients'> {
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
}

export const createNotices = (
  { clients, registration }: NoticeScope,
  caches: Pick<CacheStorage, 'match'>,
) => {
  const findTexts = () => within(textsTimeoutMs, readNoticeTexts(caches)).catch(() => texts);

  const findPages = async (notice: ShownNotice): Promise<WorkerClient[]> => {
    const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    return windows.filter(({ url }) => isPageOf(notice, new URL(url).pathname));
  };

  return {
    /** Answers a page that requests its ID. @returns whether the message was such a request. */
    onMessage: ({
      data,
      ports: [port],
      source,
    }: Pick<WorkerMessageEvent, 'data' | 'ports' | 'source'>): boolean => {
      if (!isWindowIdRequest(data) || source === null) return false;
      port?.postMessage(source.id);
      return true;
    },

    /** @param data content of the message */
    show: async (data: unknown): Promise<void> => {
      const notice = readPushNotice(data);
      if (notice === null) return;
      const pages = await findPages(notice);
      // The page shows it; a browser requires a notification only where none is visible.
      if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
      const { title, body } = (await findTexts())[notice.kind];
      await registration.showNotification(title, {
        body,
        tag: noticeTag(notice),
        icon: noticeIcon,
        data: notice,
      });
    },

    /** @param data as given to the notification */
    open: async (data: unknown): Promise<void> => {
      const notice = readShownNotice(data);
      if (notice === null) return;
      const pages = await findPages(notice);
      // The browser lists the most recently used page first, but only the tab that sends shows the question.
      const asking = notice.kind === 'question' ? notice.windowId : undefined;
      const page = pages.find(({ id }) => id === asking) ?? pages[0];
      const openWindow = () => clients.openWindow(pathOf(notice));
      // The page may have been closed since, and browsers may refuse to focus one.
      await (page ? page.focus().catch(openWindow) : openWindow());
    },
  };
};
