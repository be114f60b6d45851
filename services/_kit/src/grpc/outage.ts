import type { CallContext, ServerMiddlewareCall } from 'nice-grpc';
import type { Dependency } from '../dependency.js';
import { serviceUnavailable } from './errors.js';

/** Time for calls that do not need the dependency, e.g. those answered from a cache. */
export const graceMs = 100;

/** Calls the listener once any dependency has been unavailable for `graceMs`. Returns a function that stops it. */
const onOutage = (dependencies: readonly Dependency[], listener: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  const start = () => (timer ??= setTimeout(listener, graceMs));
  const removals = dependencies.map((dependency) => dependency.onOutage(start));
  if (!dependencies.every((dependency) => dependency.isAvailable())) start();
  return () => {
    clearTimeout(timer);
    for (const remove of removals) remove();
  };
};

/**
 * Rejects calls with `unavailable` during an outage of a dependency, instead of letting them wait for the driver's
 * time-outs. The handler's own result is discarded; the caller has to treat the call as possibly executed.
 */
export const outageMiddleware = (dependencies: readonly Dependency[]) =>
  async function* <Request, Response>(
    call: ServerMiddlewareCall<Request, Response>,
    context: CallContext,
  ) {
    let stop = () => {};
    const outage = new Promise<never>((_resolve, reject) => {
      stop = onOutage(dependencies, () => reject(serviceUnavailable()));
    });
    outage.catch(() => undefined);
    const handler = call.next(call.request, context);
    try {
      for (;;) {
        const next = handler.next();
        next.catch(() => undefined);
        const step = await Promise.race([next, outage]);
        if (step.done) return step.value;
        yield step.value;
      }
    } finally {
      stop();
      // Not awaited: an abandoned handler may still be waiting for the dependency.
      handler.return(undefined as never).catch(() => undefined);
    }
  };
