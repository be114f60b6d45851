/**
 * The service worker at /sw.js: the offline shell, streaming a received file to disk in browsers without a save
 * dialog, and notices of the push service. A new version waits until no page of the old one is open, so that a transfer
 * keeps its worker.
 */

import { createStreamHost } from '../transfer/sinks/stream/stream-host.js';
import { createNotices } from './notices.js';
import type { BuildFile } from './shell/build.js';
import { createShell } from './shell/shell.js';
import type { WorkerScope } from './worker-types.js';

declare global {
  interface Window {
    /** Replaced by the build with the list of its files. */
    __WB_MANIFEST: BuildFile[];
  }
}

const worker = self as unknown as WorkerScope;
const { origin } = worker.location;

const shell = createShell({
  caches,
  fetch: (request, init) => fetch(request, init),
  origin,
  assetBase: new URL(import.meta.env.BASE_URL, origin).href,
  files: self.__WB_MANIFEST,
  hasSuccessor: () => {
    const { installing, waiting } = worker.registration;
    return [installing, waiting].some((other) => other !== null && other !== worker.serviceWorker);
  },
});

const streams = createStreamHost();
const notices = createNotices(worker, caches);

worker.addEventListener('install', (event) => event.waitUntil(shell.install()));

// Controls the first page too: its download may need the stream.
worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.clients.claim(), shell.cleanUp()])),
);

worker.addEventListener('message', (event) => {
  const { data, ports } = event;
  if (streams.onMessage(data, ports) || notices.onMessage(event)) return;
  if (typeof data !== 'object' || data === null || !('loaded' in data)) return;
  const { loaded } = data;
  if (!Array.isArray(loaded)) return;
  const addresses = loaded.filter((address) => typeof address === 'string');
  event.waitUntil(shell.keepLoaded(addresses));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  // Downloads of the transfer engine come first and bypass the caches.
  const download = streams.respond(new URL(request.url));
  if (download !== null) {
    event.respondWith(download);
    return;
  }
  const strategy = shell.choose(request);
  if (strategy === 'asset')
    event.respondWith(shell.answerAsset(request, (work) => event.waitUntil(work)));
  if (strategy === 'page') event.respondWith(shell.answerPage(request));
  if (strategy === 'own-document') event.respondWith(shell.answerOwnDocument(request));
});

worker.addEventListener('push', (event) => event.waitUntil(notices.show(event.data?.json())));

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(notices.open(event.notification.data));
});
