import { createContext, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { toast } from '../../components/toast/index.js';
import { baseApi } from '../../lib/base-api.js';
import { loadConfig } from '../../lib/config.js';
import { loadIceServers } from '../../lib/ice-servers.js';
import { sendTransferReport } from '../../lib/transfer-report.js';
import type { SenderOptions, SenderSession } from '../../transfer/api.js';
import { createTransfers } from './transfers.js';
import type { Transfers } from './transfers.js';
import { selectIsServing } from './transfers-slice.js';
import { useLeaveWarning } from './use-leave-warning.js';

const TransfersContext = createContext<Transfers | null>(null);

/** The engine's code arrives with the first share, not with the dashboard. */
const createSender = async (options: SenderOptions): Promise<SenderSession> => {
  const engine = await import('../../transfer/index.js');
  return engine.createSender(options);
};

interface TransfersProviderProps {
  children: ReactNode;
  /** Tests pass their own engine. */
  connect?: typeof createSender;
}

/** Keeps sender sessions alive across pages, for as long as one person is signed in. */
export function TransfersProvider({ children, connect = createSender }: TransfersProviderProps) {
  const dispatch = useDispatch();
  const [transfers] = useState(() =>
    createTransfers({
      dispatch,
      createSender: connect,
      signallingUrl: async () => (await loadConfig()).signallingUrl,
      iceServers: () => loadIceServers(),
      sendReport: (report) => void sendTransferReport(report),
      notify: toast,
      onDelivered: () => dispatch(baseApi.util.invalidateTags(['Share', 'AuditLog'])),
      now: Date.now,
    }),
  );
  useLeaveWarning(useSelector(selectIsServing));
  useEffect(() => () => transfers.endAll(), [transfers]);
  return <TransfersContext value={transfers}>{children}</TransfersContext>;
}

export const useTransfers = (): Transfers => {
  const transfers = useContext(TransfersContext);
  if (transfers === null) throw new Error('useTransfers needs a TransfersProvider above it');
  return transfers;
};
