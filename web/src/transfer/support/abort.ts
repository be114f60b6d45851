/**
 * A controller that aborts with its parent. `AbortSignal.any` would need Safari 17.4 and Firefox 124:
 * https://developer.mozilla.org/en-US/docs/Web/API/AbortSignal/any_static#browser_compatibility
 */
export const createChildController = (parent: AbortSignal): AbortController => {
  const child = new AbortController();
  if (parent.aborted) child.abort();
  else parent.addEventListener('abort', () => child.abort(), { signal: child.signal });
  return child;
};
