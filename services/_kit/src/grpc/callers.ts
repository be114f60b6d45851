import { ServerInterceptingCall, status, type ServerInterceptor } from '@grpc/grpc-js';
import type { CompatServiceDefinition } from 'nice-grpc';
import type { Logger } from '../observability/log.js';
import { counter, type Registry } from '../observability/metrics.js';
import { callersTag, optionsOf } from './method-options.js';
import { serviceOf } from './peer-identity.js';

/** One byte holds the length, because a service's name has fewer than 128 bytes. */
const decodeName = (value: Uint8Array): string =>
  Buffer.from(value.subarray(1, 1 + (value[0] ?? 0))).toString();

/** The services that may call each method, by the method's path. */
export const allowedCallers = (
  definition: CompatServiceDefinition,
): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    optionsOf(definition, callersTag).map(([path, values]) => [
      path,
      new Set(values.map(decodeName)),
    ]),
  );

/** Metadata key under which handlers find the verified caller. */
export const callerKey = 'x-verified-caller';

type Call = ConstructorParameters<typeof ServerInterceptingCall>[0];

/** Passes a call on with its verified caller, in place of any that the client sent. */
const admit = (call: Call, caller: string) =>
  new ServerInterceptingCall(call, {
    start: (next) => {
      next({
        onReceiveMetadata: (metadata, forward) => {
          metadata.set(callerKey, caller);
          forward(metadata);
        },
      });
    },
  });

/** Answers a call without passing it to its handler. */
const refuse = (call: Call) =>
  new ServerInterceptingCall(call, {
    start: (next) => {
      next({
        onReceiveMetadata: () =>
          call.sendStatus({ code: status.PERMISSION_DENIED, details: 'Caller not allowed' }),
      });
    },
  });

/** grpc-js has no public way to the HTTP/2 session of a call. Undefined when an interceptor comes before this one. */
const sessionOf = (call: object): object | undefined =>
  (call as { stream?: { session?: object } }).stream?.session;

/**
 * The service that a call comes from, by the certificate of its connection. A connection never changes its certificate,
 * and grpc-js decodes it anew for each call, so it is read once.
 */
const createIdentifier = () => {
  const known = new WeakMap<object, string>();
  return (call: Call): string | undefined => {
    const session = sessionOf(call);
    const before = session && known.get(session);
    if (before !== undefined) return before;
    const certificate = call.getAuthContext().sslPeerCertificate;
    const caller = certificate && serviceOf(certificate);
    if (session && caller !== undefined) known.set(session, caller);
    return caller;
  };
};

/** Open to every identity: health reveals only whether the process serves. */
const healthPrefix = '/grpc.health.v1.Health/';

export const isHealthCheck = (path: string): boolean => path.startsWith(healthPrefix);

/**
 * Refuses calls from services that the method's definition does not list. The caller is the identity in its verified
 * certificate; nothing in the request can change it.
 */
export const callerInterceptor = (options: {
  definitions: readonly CompatServiceDefinition[];
  logger: Logger;
  registry: Registry;
}): ServerInterceptor => {
  const allowed = new Map(options.definitions.flatMap((one) => [...allowedCallers(one)]));
  const refused = counter(
    options.registry,
    'grpc_server_refused_callers_total',
    'Calls from services that may not call the method.',
    ['caller', 'method'],
  );
  const identify = createIdentifier();
  return (method, call) => {
    const caller = identify(call);
    const isAllowed =
      caller !== undefined && (allowed.get(method.path)?.has(caller) ?? isHealthCheck(method.path));
    if (isAllowed) return admit(call, caller);
    const facts = { caller: caller ?? 'unknown', method: method.path };
    refused.inc(facts);
    options.logger.info({ securityEvent: 'caller-refused', ...facts }, 'caller refused');
    return refuse(call);
  };
};
