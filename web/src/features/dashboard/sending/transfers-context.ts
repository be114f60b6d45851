import { createContext, useContext } from 'react';
import type { Transfers } from './transfers.js';

/** The sender sessions of the signed-in user. Created outside React, so that they survive navigation. */
export const TransfersContext = createContext<Transfers | null>(null);

export const useTransfers = (): Transfers => {
  const transfers = useContext(TransfersContext);
  if (transfers === null) throw new Error('useTransfers requires a TransfersContext');
  return transfers;
};
