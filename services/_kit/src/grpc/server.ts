import { isIPv6 } from 'node:net';
import type { ServerOptions } from '@grpc/grpc-js';
import {
  createServer,
  ServerError,
  Status,
  type CallContext,
  type CompatServiceDefinition,
  type ServerMiddlewareCall,
  type ServiceImplementation,
} from 'nice-grpc';
import { errorDetailsServerMiddleware } from 'nice-grpc-error-details';
import { HealthDefinition, HealthServiceImpl, HealthState } from 'nice-grpc-server-health';
import type { Dependency } from '../dependency.js';
import type { Logger } from '../observability/log.js';
import { histogram, type Registry } from '../observability/metrics.js';
import { requestContextFrom, runInRequest } from '../observability/request-context.js';
import { abandonedMiddleware, admissionMiddleware } from '../overload/grpc-calls.js';
import { createAdmission, type Admission } from '../overload/index.js';
import { createAssertionVerifier } from '../security/assertions.js';
import type { VerificationKeys } from '../security/ed25519.js';
import { authorityMiddleware, type Authority } from './authority.js';
import { callerInterceptor } from './callers.js';
import { longestStreamMs } from './client.js';
import { errorMiddleware } from './errors.js';
import { outageMiddleware } from './outage.js';
import type { PeerCredentials } from './peer-credentials.js';

export interface GrpcService<Definition extends CompatServiceDefinition = CompatServiceDefinition> {
  definition: Definition;
  implementation: ServiceImplementation<Definition, Authority>;
}

/** Pairs a definition with its implementation and type-checks one against the other. */
export const grpcService = <Definition extends CompatServiceDefinition>(
  definition: Definition,
  implementation: ServiceImplementation<Definition, Authority>,
): GrpcService => ({ definition, implementation });

export interface GrpcServer {
  port: number;
  stop(): Promise<void>;
}

/**
 * Clients resolve the service name again only after a connection closes; without a maximum age they never connect to
 * new pods. https://github.com/grpc/proposal/blob/master/A9-server-side-conn-mgt.md
 */
const maxConnectionAgeMs = 300_000;
/** After this, the connection is closed together with its calls. */
const maxConnectionAgeGraceMs = longestStreamMs + 10_000;
const maxMessageBytes = 4 * 1024 * 1024;
const drainMs = 10_000;
/** Above the gateway's limit, so that the gateway, where a refusal costs less, refuses first. */
const toleratedDelayMs = 200;

async function* requestMiddleware<Request, Response>(
  call: ServerMiddlewareCall<Request, Response>,
  context: CallContext,
) {
  const request = requestContextFrom(
    context.metadata.get('x-request-id'),
    context.metadata.get('traceparent'),
  );
  const inner = call.next(call.request, context);
  // AsyncLocalStorage is bound per step: with `yield*` the steps would run outside the request context.
  try {
    for (;;) {
      const step = await runInRequest(request, () => inner.next());
      if (step.done) return step.value;
      yield step.value;
    }
  } finally {
    // A cancelled stream: let the handler release its resources.
    await runInRequest(request, () => inner.return(undefined as never));
  }
}

const metricsMiddleware = (registry: Registry) => {
  const seconds = histogram(registry, 'grpc_server_handled_seconds', 'Duration of handled calls.', [
    'method',
    'code',
  ]);
  return async function* <Request, Response>(
    call: ServerMiddlewareCall<Request, Response>,
    context: CallContext,
  ) {
    const stopTimer = seconds.startTimer({ method: call.method.path });
    let code: string = 'OK';
    try {
      return yield* call.next(call.request, context);
    } catch (error) {
      code = error instanceof ServerError ? Status[error.code] : 'UNKNOWN';
      throw error;
    } finally {
      stopTimer({ code });
    }
  };
};

/**
 * gRPC server with mutual TLS, callers and users' authority checked per method, health service, metrics, request
 * context and error mapping. `stop` drains calls in progress.
 */
export const serveGrpc = async (options: {
  host: string;
  port: number;
  logger: Logger;
  registry: Registry;
  credentials: PeerCredentials;
  services: readonly GrpcService[];
  /** Keys for user assertions, and the name of this service that their audience must contain. */
  assertions: { audience: string; keys: VerificationKeys; now?: () => Date };
  /** Calls are rejected with `unavailable` while one of them is unavailable. */
  dependencies?: readonly Dependency[];
  /** Default: a limit found from measured delays. */
  admission?: Admission;
}): Promise<GrpcServer> => {
  const health = HealthState();
  const { logger, registry } = options;
  const admission = options.admission ?? createAdmission(registry, { toleratedDelayMs });
  const definitions = options.services.map(({ definition }) => definition);
  const callers = callerInterceptor({ definitions, logger, registry });
  const verify = createAssertionVerifier(options.assertions);
  const server = createServer({
    // nice-grpc passes every option to the server of grpc-js; its type lists the channel options only.
    ...({ interceptors: [callers] } satisfies ServerOptions),
    'grpc.max_connection_age_ms': maxConnectionAgeMs,
    'grpc.max_connection_age_grace_ms': maxConnectionAgeGraceMs,
    'grpc.max_receive_message_length': maxMessageBytes,
  })
    .use(metricsMiddleware(options.registry))
    .use(errorDetailsServerMiddleware)
    .use(requestMiddleware)
    .use(errorMiddleware(options.logger))
    .use(admissionMiddleware(admission))
    .use(authorityMiddleware({ definitions, verify, logger, registry }))
    .use(abandonedMiddleware)
    .use(outageMiddleware(options.dependencies ?? []));
  server.add(HealthDefinition, HealthServiceImpl(health));
  for (const { definition, implementation } of options.services) {
    server.add(definition, implementation);
  }
  const host = isIPv6(options.host) ? `[${options.host}]` : options.host;
  const port = await server.listen(`${host}:${options.port}`, options.credentials.server);
  return {
    port,
    stop: async () => {
      health.setStatus('unhealthy');
      const force = setTimeout(() => server.forceShutdown(), drainMs);
      await server.shutdown();
      clearTimeout(force);
    },
  };
};
