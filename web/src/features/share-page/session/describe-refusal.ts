import { ApiError } from '../../../lib/http/http.js';
import { texts } from '../texts.js';

/** Prefers the server's message; an unreachable server has its own title. */
export const describeRefusal = (error: unknown): { title: string; message: string } => {
  const { deniedTitle, deniedFallback, offlineTitle } = texts.password;
  if (!(error instanceof ApiError)) return { title: deniedTitle, message: deniedFallback };
  const { status, message, body, isFromServer } = error.failure;
  if (status === 0) return { title: offlineTitle, message };
  return { title: deniedTitle, message: isFromServer ? body : deniedFallback };
};
