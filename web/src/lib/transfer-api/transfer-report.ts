import type { TransferReport } from '../../transfer/api.js';
import { callApi } from '../http/http.js';

/** Sends the statistics of one transfer. A failure is only logged. */
export const sendTransferReport = async (report: TransferReport, grant?: string): Promise<void> => {
  try {
    await callApi('/transfer-analytics', {
      method: 'POST',
      body: report,
      // The tab may be closed the moment a transfer ends.
      keepalive: true,
      authorization: grant === undefined ? undefined : `Grant ${grant}`,
    });
  } catch (error) {
    console.warn('transfer analytics could not be sent', error);
  }
};
