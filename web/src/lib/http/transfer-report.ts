import type { TransferReport } from '../../transfer/api.js';
import { apiUrl } from '../paths.js';
import { traceHeader } from './traceparent.js';

/** Sends the statistics of one transfer. A failure is only logged (specification, section 7). */
export const sendTransferReport = async (report: TransferReport, grant?: string): Promise<void> => {
  try {
    const response = await fetch(apiUrl('/transfer-analytics'), {
      method: 'POST',
      credentials: 'include',
      // The tab is often closed the moment a transfer ends.
      keepalive: true,
      headers: {
        'content-type': 'application/json',
        ...traceHeader(),
        ...(grant === undefined ? {} : { authorization: `Grant ${grant}` }),
      },
      body: JSON.stringify(report),
    });
    if (!response.ok) console.warn(`transfer analytics were refused (${response.status})`);
  } catch {
    console.warn('transfer analytics could not be sent');
  }
};
