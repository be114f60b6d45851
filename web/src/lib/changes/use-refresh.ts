import { pollingIntervalMs } from '../http/base-api.js';
import { useIsStreamUp } from './stream-state.js';

/**
 * Options of a query for a list: polled every 30 s, except while the stream of changes reports when to load it, and in a
 * hidden tab.
 */
export const useRefresh = () => ({
  pollingInterval: useIsStreamUp() ? 0 : pollingIntervalMs,
  skipPollingIfUnfocused: true,
});
