/** A running worker looks for its successor this often (specification, section 9). */
const updateCheckMs = 60_000;

/** This long after the page has loaded, the worker learns which files it needed (section 9). */
const startupTaskDelayMs = 1000;

/** Files the page loaded before the worker controlled it; it keeps them for the next offline start. */
const reportLoaded = (registration: ServiceWorkerRegistration): void => {
  const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
  registration.active?.postMessage({ loaded });
};

const register = async (): Promise<void> => {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' });
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

/** Registers /sw.js once the page has loaded, so that it never competes with the first paint. */
export const registerServiceWorker = (): void => {
  if (!('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
};
