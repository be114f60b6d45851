import type { ToastMessage } from '../../../components/toast/index.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import type { SessionEvent } from '../../../transfer/pure.js';
import { texts } from '../texts.js';

const { transferFailed, connectionError, failedToConnect } = texts.common;

export const failureToast = (event: Extract<SessionEvent, { type: 'failed' }>): ToastMessage => {
  const variant = 'destructive';
  const description = failureText(event.error);
  if (event.cause === 'transfer') {
    return {
      title: transferFailed,
      description: description || failedToConnect.description,
      variant,
    };
  }
  return description === ''
    ? { ...failedToConnect, variant }
    : { title: connectionError, description, variant };
};
