import { toast } from '../../components/toast/index.js';
import { texts } from '../../lib/texts/texts.js';

const looksLikeNetwork = /network|fetch|websocket/i;

const messageOf = (reason: unknown): string =>
  reason instanceof Error ? reason.message : typeof reason === 'string' ? reason : '';

/** Logs unhandled rejections and shows a toast for network errors. */
export const handleRejection = (event: PromiseRejectionEvent): void => {
  console.error('unhandled rejection', event.reason);
  event.preventDefault();
  if (!looksLikeNetwork.test(messageOf(event.reason))) return;
  toast({ variant: 'destructive', ...texts.connectionError });
};

export const installGlobalErrorHandlers = (target: Window = window): void => {
  target.addEventListener('unhandledrejection', handleRejection);
  target.addEventListener('error', (event) => {
    console.error('unhandled error', event.error);
  });
};
