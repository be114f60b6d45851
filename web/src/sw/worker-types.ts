/** The parts of the service worker's global scope that we use; TypeScript has them only without DOM. */
export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Response | Promise<Response>): void;
}

export interface WorkerMessageEvent extends WorkerEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
  /** The page that sent it. */
  readonly source: { readonly id: string } | null;
}

export interface WorkerPushEvent extends WorkerEvent {
  /** Null for a message without content. */
  readonly data: { json(): unknown } | null;
}

export interface WorkerNotificationEvent extends WorkerEvent {
  readonly notification: Pick<Notification, 'close' | 'data'>;
}

/** An open page. */
export interface WorkerClient {
  readonly id: string;
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
}

interface WorkerEvents {
  install: WorkerEvent;
  activate: WorkerEvent;
  fetch: WorkerFetchEvent;
  message: WorkerMessageEvent;
  push: WorkerPushEvent;
  notificationclick: WorkerNotificationEvent;
}

export interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WorkerClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly registration: Pick<
    ServiceWorkerRegistration,
    'installing' | 'waiting' | 'showNotification'
  >;
  /** This worker itself; missing in older browsers. */
  readonly serviceWorker?: ServiceWorker;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}
