import { setImmediate } from 'node:timers/promises';
import {
  ServerError,
  Status,
  type CallContext,
  type CallOptions,
  type Metadata,
  type ServerMiddlewareCall,
} from 'nice-grpc';
import { ServiceError } from '../errors.js';
import { isHealthCheck } from '../grpc/callers.js';
import {
  criticalityFrom,
  criticalityKey,
  currentPermit,
  runWithPermit,
  type Admission,
  type Permit,
} from './index.js';

/** Header by which a call that waits on purpose also gives up its place in the calling process. */
const yieldedKey = 'x-set-aside';

/** Metadata, cancellation and the place of the request that this process works for. */
export const propagatePermit = (
  options: CallOptions & { metadata: Metadata },
): CallOptions & { metadata: Metadata } => {
  const permit = currentPermit();
  // Work that outlives its request is not cancelled with it.
  if (!permit || permit.hasEnded()) return options;
  options.metadata.set(criticalityKey, permit.criticality);
  return {
    ...options,
    signal: options.signal ?? permit.signal,
    onHeader: (header) => {
      if (header.has(yieldedKey)) permit.yieldPlace();
      options.onHeader?.(header);
    },
  };
};

/** The duration of a call that others refused says nothing about this process. */
const isMeasured = (error: unknown): boolean =>
  !(error instanceof ServiceError && error.code === 'unavailable') &&
  !(error instanceof ServerError && error.code === Status.CANCELLED);

const admitCall = (admission: Admission, context: CallContext): Permit =>
  admission.admit({
    criticality: criticalityFrom(context.metadata.get(criticalityKey)),
    signal: context.signal,
    onYield: () => {
      context.header.set(yieldedKey, '1');
      context.sendHeader();
    },
  });

/** Refuses calls beyond what the process can do; health checks are exempt, streams do not count. */
export const admissionMiddleware = (admission: Admission) =>
  async function* <Request, Response>(
    call: ServerMiddlewareCall<Request, Response>,
    context: CallContext,
  ) {
    if (isHealthCheck(call.method.path)) return yield* call.next(call.request, context);
    const permit = admitCall(admission, context);
    if (call.responseStream) permit.yieldPlace();
    const inner = call.next(call.request, context);
    let kind: string | undefined;
    try {
      for (;;) {
        // AsyncLocalStorage is bound per step, as for the request's context.
        const step = await runWithPermit(permit, () => inner.next());
        if (step.done) {
          kind = call.method.path;
          return step.value;
        }
        yield step.value;
      }
    } catch (error) {
      if (isMeasured(error)) kind = call.method.path;
      throw error;
    } finally {
      permit.end(kind);
      await runWithPermit(permit, () => inner.return(undefined as never));
    }
  };

/** Does not begin a call that its caller has cancelled, which includes the end of its deadline. */
export async function* abandonedMiddleware<Request, Response>(
  call: ServerMiddlewareCall<Request, Response>,
  context: CallContext,
) {
  // A cancellation that has already arrived is read in the next turn of the event loop.
  await setImmediate();
  if (context.signal.aborted)
    throw new ServerError(Status.CANCELLED, 'The caller has disconnected');
  return yield* call.next(call.request, context);
}
