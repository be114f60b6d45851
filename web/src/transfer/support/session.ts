import type { Session } from '../api.js';

/** Methods that may be passed around without their object, as hooks like to. */
export function toSession<Snapshot>(session: Session<Snapshot>): Session<Snapshot> {
  return {
    getSnapshot: () => session.getSnapshot(),
    subscribe: (listener) => session.subscribe(listener),
    retry: () => session.retry(),
    pause: () => session.pause(),
    resume: () => session.resume(),
    close: () => session.close(),
  };
}
