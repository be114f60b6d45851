import { createContext, useContext } from 'react';
import type { Transfers } from './transfers.js';

/** The sender sessions of the signed-in person; made once, outside React, so that pages come and go. */
export const TransfersContext = createContext<Transfers | null>(null);

export const useTransfers = (): Transfers => {
  const transfers = useContext(TransfersContext);
  if (transfers === null) throw new Error('useTransfers needs a TransfersContext above it');
  return transfers;
};
