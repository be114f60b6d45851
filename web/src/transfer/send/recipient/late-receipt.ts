/**
 * Another connection to a recipient that has confirmed the file and whose channel was lost before the receipt: it
 * confirms the file again, and the receipt follows. Nothing of it counts as a delivery.
 */

import type { ReceiptExchangeOptions } from '../../trust/receipt/receipt-exchange.js';
import type { UploadEvent } from '../upload/upload-options.js';
import { RecipientConnection, type RecipientConnectionOptions } from './recipient-connection.js';

type Inherited = Omit<
  RecipientConnectionOptions,
  'isProofWaived' | 'asksFirst' | 'onProof' | 'onReleased' | 'onUpload'
>;

export interface LateReceiptOptions extends Inherited {
  deliveryId: string;
  /** What was observed of the transfer. */
  observed: ReceiptExchangeOptions['observed'];
  /** No receipt will follow. */
  onFailed: () => void;
}

export const connectForReceipt = (options: LateReceiptOptions): RecipientConnection => {
  const { deliveryId, observed, source, onFailed } = options;
  /** A recipient that lacks a part would be sent it without a delivery report. */
  const hasFile = (): boolean =>
    connection.upload?.deliveryId() === deliveryId &&
    connection.upload.progress.storedBytes() === source.totalBytes;
  const onUpload = (event: UploadEvent): void => {
    switch (event.type) {
      case 'started':
        if (!hasFile()) onFailed();
        return;
      case 'completed':
        if (event.isVerified) void connection.exchangeReceipt(deliveryId, observed);
        else onFailed();
        return;
      case 'failed':
      case 'ended-before':
        onFailed();
        return;
      case 'paused':
      case 'peer':
      case 'asking':
      case 'standstill':
      case 'lanes-used-up':
    }
  };
  const connection = new RecipientConnection({
    ...options,
    isProofWaived: false,
    asksFirst: false,
    onProof(event) {
      if (event.type === 'unproven' || event.type === 'refused') onFailed();
    },
    onReleased: () => undefined,
    onUpload,
  });
  return connection;
};
