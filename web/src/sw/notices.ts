/** Messages of the push service: shows notifications, and opens their page. */
import { noticeTag, readPushNotice, type PushNotice } from '@tandem/proto/browser/push/notices';
import { noticeIcon } from '../lib/notices/icon.js';
import { texts } from './texts.js';
import type { WorkerClient, WorkerScope } from './worker-types.js';

/** Without the key of a protected link, which is in no message. */
const pathOf = ({ kind, shareId }: PushNotice): string =>
  kind === 'sender-back' ? `/share/${shareId}` : '/';

export const createNotices = ({
  clients,
  registration,
}: Pick<WorkerScope, 'clients'> & {
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
}) => {
  const findPages = async (notice: PushNotice): Promise<WorkerClient[]> => {
    const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    return windows.filter(({ url }) => new URL(url).pathname === pathOf(notice));
  };

  return {
    /** @param data content of the message */
    show: async (data: unknown): Promise<void> => {
      const notice = readPushNotice(data);
      if (notice === null) return;
      const pages = await findPages(notice);
      // The page shows it; a browser requires a notification only where none is visible.
      if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
      const { title, body } = texts[notice.kind];
      await registration.showNotification(title, {
        body,
        tag: noticeTag(notice),
        icon: noticeIcon,
        data: notice,
      });
    },

    /** @param data as given to the notification */
    open: async (data: unknown): Promise<void> => {
      const notice = readPushNotice(data);
      if (notice === null) return;
      const [page] = await findPages(notice);
      if (page) await page.focus();
      else await clients.openWindow(pathOf(notice));
    },
  };
};
