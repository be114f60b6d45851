import { pollingIntervalMs } from '../http/base-api.js';
import { useIsStreamUp } from './stream-state.js';

/**
 * Options of a query for a list: polled every 30 s, except while the stream of changes reports when to load it, and in a
 * hidden tab. The stream does not report that a service is back, so a list whose last call failed is polled as well.
 * @param state of the same query
 */
export const useRefresh = ({ error }: { error?: unknown }) => {
  const isStreamUp = useIsStreamUp();
  return {
    pollingInterval: isStreamUp && error === undefined ? 0 : pollingIntervalMs,
    skipPollingIfUnfocused: true,
  };
};
