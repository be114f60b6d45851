import { connectivityState as ConnectivityState } from '@grpc/grpc-js';
import {
  ChannelCredentials,
  createChannel,
  createClientFactory,
  Metadata,
  waitForChannelReady,
  type CallOptions,
  type Channel,
  type Client,
  type ClientMiddlewareCall,
  type CompatServiceDefinition,
} from 'nice-grpc';
import { deadlineMiddleware, type DeadlineOptions } from 'nice-grpc-client-middleware-deadline';
import { errorDetailsClientMiddleware } from 'nice-grpc-error-details';
import { currentRequest } from '../observability/request-context.js';
import { fromClientError, serviceUnavailable } from './errors.js';

async function* outgoing<Request, Response>(
  call: ClientMiddlewareCall<Request, Response>,
  options: CallOptions,
) {
  const request = currentRequest();
  const metadata = Metadata(options.metadata);
  if (request) {
    metadata.set('x-request-id', request.requestId);
    metadata.set('traceparent', request.traceparent);
  }
  try {
    return yield* call.next(call.request, { ...options, metadata });
  } catch (error) {
    throw fromClientError(error);
  }
}

/** How long a call waits for a service that is restarting; grpc-js itself would fail at once. */
const readyWithinMs = 3_000;

/**
 * Nothing has been sent while the channel has no connection, so waiting is safe for every call,
 * where a retry after sending would not be.
 */
const whenReady = (channel: Channel, deadlineMs: number) =>
  async function* <Request, Response>(
    call: ClientMiddlewareCall<Request, Response>,
    options: CallOptions,
  ) {
    if (channel.getConnectivityState(true) !== ConnectivityState.READY) {
      try {
        await waitForChannelReady(
          channel,
          new Date(Date.now() + Math.min(readyWithinMs, deadlineMs)),
        );
      } catch (error) {
        throw serviceUnavailable(error);
      }
    }
    return yield* call.next(call.request, options);
  };

export type GrpcClient<Definition extends CompatServiceDefinition> = Client<
  Definition,
  DeadlineOptions
> & {
  closeChannel(): void;
};

/** grpc-js has no connect time-out of its own, so every call carries a deadline. */
const defaultDeadlineMs = 5_000;

/**
 * A client for `host:port`, spreading calls over every address the name resolves to.
 * Failed calls reject with `ServiceError` where the service meant it.
 */
export const createGrpcClient = <Definition extends CompatServiceDefinition>(
  definition: Definition,
  address: string,
  options: { deadlineMs?: number } = {},
): GrpcClient<Definition> => {
  const deadlineMs = options.deadlineMs ?? defaultDeadlineMs;
  const channel = createChannel(
    address.includes('://') ? address : `dns:${address}`,
    ChannelCredentials.createInsecure(),
    {
      'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
      'grpc.initial_reconnect_backoff_ms': 200,
      'grpc.max_reconnect_backoff_ms': 2_000,
    },
  );
  const client = createClientFactory()
    // On the client the middleware attached first runs last, nearest to the wire.
    .use(deadlineMiddleware)
    .use(errorDetailsClientMiddleware)
    .use(outgoing)
    .use(whenReady(channel, deadlineMs))
    .create(definition, channel, { '*': { deadline: deadlineMs } });
  return Object.assign(client, { closeChannel: () => channel.close() });
};
