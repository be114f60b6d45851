/**
 * The texts of notices that the service worker shows without a page. The worker has English only, so the pages of a
 * browser that asked for notices keep the texts of their language in a cache, which the worker reads.
 */

import { texts } from './texts.js';

export type NoticeTexts = typeof texts;

export const noticeTextsCache = 'notice-texts';
const address = '/notice-texts';

export const keepNoticeTexts = async (): Promise<void> => {
  try {
    const cache = await caches.open(noticeTextsCache);
    await cache.put(address, new Response(JSON.stringify(texts)));
  } catch {
    console.warn('notices without a page will be in English');
  }
};

/** For the start of a page, since a change of the language opens it again. */
export const renewNoticeTexts = async (): Promise<void> => {
  if (!('caches' in window)) return;
  const isAsked = await caches.has(noticeTextsCache).catch(() => false);
  if (isAsked) await keepNoticeTexts();
};

/** English where a kept text is missing. */
export const readNoticeTexts = async (store: Pick<CacheStorage, 'match'>): Promise<NoticeTexts> => {
  const kept = await store.match(address, { cacheName: noticeTextsCache });
  return { ...texts, ...((await kept?.json()) as NoticeTexts | undefined) };
};
