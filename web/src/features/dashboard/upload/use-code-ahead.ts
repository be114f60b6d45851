import { useEffect } from 'react';
import { loadBundle } from '../../../lib/files/one-file.js';
import { whenIdle } from '../../../lib/when-idle.js';
import { useTransfers } from '../sending/transfers-context.js';

/**
 * Loads what a share needs while the dashboard is idle. A dashboard may stay open for days: after the next release the
 * server no longer has the files of this one. Not while the device is offline: Firefox keeps a failed import until the
 * document is loaded again.
 */
export const useCodeAhead = (): void => {
  const transfers = useTransfers();
  useEffect(
    () =>
      whenIdle(() => {
        if (!navigator.onLine) return;
        Promise.all([transfers.prepare(), loadBundle()]).catch(() =>
          console.warn('could not preload the code for sending; creating a share loads it again'),
        );
      }),
    [transfers],
  );
};
