import { createRegistry, ServiceError, silentLogger } from '@tandem/kit';
import { grpcService, serveGrpc, type Authority } from '@tandem/kit/grpc';
import { fakeCredentials, testAssertions, unlimitedAdmission } from '@tandem/kit/testing';
import {
  AnalyticsServiceDefinition,
  type AnalyticsServiceImplementation,
} from '@tandem/proto/tandem/analytics/v1/analytics';
import {
  AuditServiceDefinition,
  type AuditServiceImplementation,
} from '@tandem/proto/tandem/audit/v1/audit';
import {
  BillingServiceDefinition,
  type BillingServiceImplementation,
} from '@tandem/proto/tandem/billing/v1/billing';
import {
  IdentityServiceDefinition,
  type IdentityServiceImplementation,
} from '@tandem/proto/tandem/identity/v1/identity';
import {
  SharesServiceDefinition,
  type SharesServiceImplementation,
} from '@tandem/proto/tandem/shares/v1/shares';
import {
  TurnCredentialsServiceDefinition,
  type TurnCredentialsServiceImplementation,
} from '@tandem/proto/tandem/turn/v1/turn';

/** Service methods faked by a test; calling any other method is an error. */
export interface Fakes {
  identity: Partial<IdentityServiceImplementation<Authority>>;
  shares: Partial<SharesServiceImplementation<Authority>>;
  billing: Partial<BillingServiceImplementation<Authority>>;
  audit: Partial<AuditServiceImplementation<Authority>>;
  analytics: Partial<AnalyticsServiceImplementation<Authority>>;
  turn: Partial<TurnCredentialsServiceImplementation<Authority>>;
}

export interface ServiceCall {
  /** e.g. `shares.createShare` */
  name: string;
  request: unknown;
  /** On whose behalf; undefined for a visitor. */
  uid: string | undefined;
}

type AnyMethod = (...args: unknown[]) => unknown;

interface AnyDefinition {
  methods: Record<string, { responseStream: boolean }>;
}

/** Every method of a definition, looked up in the fakes per call, so that tests can replace them. */
const implement = (
  service: keyof Fakes,
  definition: AnyDefinition,
  fakes: () => Fakes,
  calls: ServiceCall[],
): never => {
  const find = (method: string, args: unknown[]): AnyMethod => {
    const fake = (fakes()[service] as Record<string, AnyMethod | undefined>)[method];
    const { user } = args[1] as Authority;
    calls.push({ name: `${service}.${method}`, request: args[0], uid: user?.uid });
    if (!fake) throw new Error(`${service}.${method} is not faked in this test`);
    return fake;
  };
  const entries = Object.entries(definition.methods).map(([method, { responseStream }]) => {
    const unary: AnyMethod = async (...args) => find(method, args)(...args);
    const stream: AnyMethod = async function* (...args) {
      yield* find(method, args)(...args) as AsyncIterable<unknown>;
    };
    return [method, responseStream ? stream : unary] as const;
  });
  // Built from the definition, so it is complete; `Fakes` checks the types.
  return Object.fromEntries(entries) as never;
};

/** Fakes behind real gRPC, with real messages, deadlines and error details. */
export const serveFakes = async (fakes: () => Fakes) => {
  const calls: ServiceCall[] = [];
  const credentials = await fakeCredentials('gateway');
  const registry = createRegistry('fakes');
  const server = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    registry,
    admission: unlimitedAdmission(registry),
    credentials: credentials.server,
    assertions: testAssertions('fakes'),
    services: [
      grpcService(
        IdentityServiceDefinition,
        implement('identity', IdentityServiceDefinition, fakes, calls),
      ),
      grpcService(
        SharesServiceDefinition,
        implement('shares', SharesServiceDefinition, fakes, calls),
      ),
      grpcService(
        BillingServiceDefinition,
        implement('billing', BillingServiceDefinition, fakes, calls),
      ),
      grpcService(AuditServiceDefinition, implement('audit', AuditServiceDefinition, fakes, calls)),
      grpcService(
        AnalyticsServiceDefinition,
        implement('analytics', AnalyticsServiceDefinition, fakes, calls),
      ),
      grpcService(
        TurnCredentialsServiceDefinition,
        implement('turn', TurnCredentialsServiceDefinition, fakes, calls),
      ),
    ],
  });
  return {
    address: `127.0.0.1:${server.port}`,
    credentials: credentials.client,
    calls,
    stop: () => server.stop(),
  };
};

export const refused = (
  code: ConstructorParameters<typeof ServiceError>[0],
  reason: string,
  message: string,
) => new ServiceError(code, reason, message);
