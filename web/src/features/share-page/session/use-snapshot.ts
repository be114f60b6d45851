import { useCallback, useSyncExternalStore } from 'react';
import type { Session } from '../../../transfer/api.js';

const unsubscribeNothing = (): void => undefined;

/** The current snapshot of a session; null without a session. */
export const useSnapshot = <Snapshot>(session: Session<Snapshot> | null): Snapshot | null => {
  const subscribe = useCallback(
    (listener: () => void) => session?.subscribe(listener) ?? unsubscribeNothing,
    [session],
  );
  return useSyncExternalStore(subscribe, () => session?.getSnapshot() ?? null);
};
