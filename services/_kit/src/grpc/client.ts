import { setTimeout as pause } from 'node:timers/promises';
import { connectivityState as ConnectivityState } from '@grpc/grpc-js';
import {
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
import { propagatePermit } from '../overload/grpc-calls.js';
import type { Turns } from '../overload/turns.js';
import { fromClientError, serviceUnavailable } from './errors.js';
import type { PeerCredentials } from './peer-credentials.js';

async function* propagateContext<Request, Response>(
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
    return yield* call.next(call.request, propagatePermit({ ...options, metadata }));
  } catch (error) {
    throw fromClientError(error);
  }
}

/** For calls, not for streams. */
const takeTurns = (turns: Turns | undefined) =>
  async function* <Request, Response>(
    call: ClientMiddlewareCall<Request, Response>,
    options: CallOptions,
  ) {
    const response = yield* call.next(call.request, options);
    if (!call.responseStream) await turns?.next();
    return response;
  };

/**
 * Time for a restarting service to accept connections again. Shorter than the 2 s within which a caller learns that
 * the service is unavailable, and when to retry.
 */
const readyTimeoutMs = 1_800;

/** Rejects after the timeout. */
const untilConnected = async (channel: Channel, timeoutMs: number): Promise<void> => {
  if (channel.getConnectivityState(true) === ConnectivityState.READY) return;
  await waitForChannelReady(channel, new Date(Date.now() + timeoutMs));
};

/**
 * "Wait for ready" with a limit. grpc-js fails calls fast while the channel is in TRANSIENT_FAILURE. Waiting is safe for
 * every call because nothing has been sent yet; a retry after sending would not be.
 * https://github.com/grpc/grpc/blob/master/doc/wait-for-ready.md
 */
const waitForReady = (channel: Channel, service: string, deadlineMs: number) =>
  async function* <Request, Response>(
    call: ClientMiddlewareCall<Request, Response>,
    options: CallOptions,
  ) {
    try {
      await untilConnected(channel, Math.min(readyTimeoutMs, deadlineMs));
    } catch (error) {
      throw serviceUnavailable(new Error(`No connection to ${service}`, { cause: error }));
    }
    return yield* call.next(call.request, options);
  };

export type GrpcClient<Definition extends CompatServiceDefinition> = Client<
  Definition,
  DeadlineOptions
> & {
  /**
   * Connects before a call needs it: a new process must not let its first callers wait for handshakes. Resolves after
   * `connectTimeoutMs` at the latest, because an unavailable service must not keep others from starting; connecting
   * continues in the background.
   */
  connect(): Promise<void>;
  closeChannel(): void;
};

const connectTimeoutMs = 5_000;

/** Applied to every call: grpc-js has no default deadline and a call without one can hang forever. */
const defaultDeadlineMs = 5_000;

/** No call with one response has a longer deadline. */
export const longestCallMs = 120_000;

/**
 * No stream has a longer deadline, which includes the time that its reader takes. Servers keep a connection that has
 * reached its maximum age for as long.
 */
export const longestStreamMs = 900_000;

export interface ClientOptions {
  credentials: PeerCredentials;
  /** Name of the service behind the address; servers with another identity are refused. */
  service: string;
  deadlineMs?: number;
  /** Divides what callers do with their responses into turns of the event loop. */
  turns?: Turns;
}

/**
 * Client for `host:port` that balances calls over every address the name resolves to (round robin). A call rejects with
 * the `ServiceError` that the service threw, or with `unavailable` when the service cannot be reached in time.
 */
export const createGrpcClient = <Definition extends CompatServiceDefinition>(
  definition: Definition,
  address: string,
  { credentials, service, deadlineMs = defaultDeadlineMs, turns }: ClientOptions,
): GrpcClient<Definition> => {
  const channel = createChannel(
    address.includes('://') ? address : `dns:${address}`,
    credentials.clientOf(service),
    {
      'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
      // Server name of the handshake: an address may be an IP address, which RFC 6066 does not permit there.
      'grpc.ssl_target_name_override': service,
      'grpc.initial_reconnect_backoff_ms': 200,
      // Services restart within a second, so the wait should not be much longer.
      'grpc.max_reconnect_backoff_ms': 500,
      // By default 30 s: a service whose pods were all replaced within that time would have no address that works.
      // https://github.com/grpc/grpc-node/tree/master/packages/grpc-js#supported-channel-options
      'grpc.dns_min_time_between_resolutions_ms': 500,
      // No keepalive: grpc-js pings a connection after the server's GOAWAY too, which fails, and drops its calls.
      // The configuration above is the only one: do not ask DNS for another in TXT records.
      'grpc.service_config_disable_resolution': 1,
      // By default grpc-js sends calls through the proxy of `https_proxy` or `http_proxy`, also those to loopback.
      'grpc.enable_http_proxy': 0,
    },
  );
  const client = createClientFactory()
    // Client middleware attached first runs last, closest to the transport.
    .use(deadlineMiddleware)
    .use(errorDetailsClientMiddleware)
    .use(propagateContext)
    .use(takeTurns(turns))
    .use(waitForReady(channel, service, deadlineMs))
    .create(definition, channel, { '*': { deadline: deadlineMs } });
  let isClosed = false;
  const keepConnecting = async () => {
    while (!isClosed) {
      const isConnected = untilConnected(channel, connectTimeoutMs).then(() => true);
      if (await isConnected.catch(() => false)) return;
    }
  };
  return Object.assign(client, {
    connect: () =>
      Promise.race([keepConnecting(), pause(connectTimeoutMs, undefined, { ref: false })]),
    closeChannel: () => {
      isClosed = true;
      channel.close();
    },
  });
};
