/** The service worker's name for this window, by which a click on a notification finds it among the tabs of the app. */
let known: string | undefined;

/** Undefined until the worker has answered. */
export const windowId = (): string | undefined => known;

const request = { wants: 'window-id' } as const;

/** Asks the worker, once it is active. */
export const learnWindowId = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') known = data;
    port1.close();
  };
  active.postMessage(request, [port2]);
};

/** @param data of a message to the worker */
export const isWindowIdRequest = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'wants' in data && data.wants === request.wants;
