import { renewNoticeTexts } from '../../lib/notices/kept-texts.js';

/** Interval of the checks for a new version. */
const updateCheckMs = 60_000;

/** Delay between registration and the report of the loaded files. */
const startupTaskDelayMs = 1000;

/** Reports the files that the page loaded before the worker controlled it; the worker caches them. */
const reportLoaded = (registration: ServiceWorkerRegistration): void => {
  const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
  registration.active?.postMessage({ loaded });
};

const register = async (): Promise<void> => {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' });
    void renewNoticeTexts();
    setTimeout(() => {
      void navigator.serviceWorker.ready.then(reportLoaded);
    }, startupTaskDelayMs);
    setInterval(() => {
      registration.update().catch(() => console.warn('the update check failed'));
    }, updateCheckMs);
  } catch {
    console.warn('the service worker could not be registered');
  }
};

/** Registers /sw.js after the load event, so that it does not compete with the first paint. */
export const registerServiceWorker = (): void => {
  if (!('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
};
