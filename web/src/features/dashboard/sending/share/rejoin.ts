import { closeCodes } from '@tandem/proto/browser/close-codes';
import { selectTransfer, selectTransfers, type StateWithTransfers } from '../transfers-slice.js';
import type { Transfers } from '../transfers.js';

interface Store {
  getState: () => StateWithTransfers;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Call it when the user has signed in again after the server closed this tab's rooms with the session. A share joins its
 * room once it has no recipient: recipients would take the new peer for another sender.
 */
export const rejoinRooms = (store: Store, transfers: Pick<Transfers, 'retry'>): void => {
  const waiting = new Set(selectTransfers(store.getState()).map(({ shareId }) => shareId));
  const check = (): void => {
    for (const shareId of [...waiting]) {
      const snapshot = selectTransfer(store.getState(), shareId)?.snapshot;
      if (snapshot !== undefined && snapshot.state !== 'error') continue;
      waiting.delete(shareId);
      if (snapshot?.error?.code === closeCodes.sessionEnded.errorCode) transfers.retry(shareId);
    }
    if (waiting.size === 0) unsubscribe();
  };
  const unsubscribe = store.subscribe(check);
  check();
};
