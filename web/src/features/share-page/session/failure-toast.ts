import type { ToastMessage } from '../../../components/toast/index.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import type { SessionEvent } from '../../../transfer/pure.js';
import { texts } from '../texts.js';

const { transferFailed, connectionError, failedToConnect } = texts.common;

export const failureToast = (event: Extract<SessionEvent, { type: 'failed' }>): ToastMessage => ({
  title: event.cause === 'transfer' ? transferFailed : connectionError,
  description: failureText(event.error) || failedToConnect,
  variant: 'destructive',
});
