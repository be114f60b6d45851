import { createTurns } from '@tandem/kit';
import { createGrpcClient, type GrpcClient, type PeerCredentials } from '@tandem/kit/grpc';
import { AnalyticsServiceDefinition } from '@tandem/proto/tandem/analytics/v1/analytics';
import { AuditServiceDefinition } from '@tandem/proto/tandem/audit/v1/audit';
import { BillingServiceDefinition } from '@tandem/proto/tandem/billing/v1/billing';
import { IdentityServiceDefinition } from '@tandem/proto/tandem/identity/v1/identity';
import { SharesServiceDefinition } from '@tandem/proto/tandem/shares/v1/shares';
import { TurnCredentialsServiceDefinition } from '@tandem/proto/tandem/turn/v1/turn';
import { cacheAuthentications } from './authentications.js';

/** The six services behind the gateway. */
export interface Services {
  identity: GrpcClient<typeof IdentityServiceDefinition>;
  shares: GrpcClient<typeof SharesServiceDefinition>;
  billing: GrpcClient<typeof BillingServiceDefinition>;
  audit: GrpcClient<typeof AuditServiceDefinition>;
  analytics: GrpcClient<typeof AnalyticsServiceDefinition>;
  turn: GrpcClient<typeof TurnCredentialsServiceDefinition>;
}

export type ServiceAddresses = Record<keyof Services, string>;

/** One channel per service, shared by all requests; authentications are cached for seconds. */
export const connectServices = (
  addresses: ServiceAddresses,
  credentials: PeerCredentials,
): Services => {
  const shared = { credentials, turns: createTurns() };
  return {
    identity: cacheAuthentications(
      createGrpcClient(IdentityServiceDefinition, addresses.identity, {
        ...shared,
        service: 'identity',
      }),
    ),
    shares: createGrpcClient(SharesServiceDefinition, addresses.shares, {
      ...shared,
      service: 'shares',
    }),
    billing: createGrpcClient(BillingServiceDefinition, addresses.billing, {
      ...shared,
      service: 'billing',
      // The call includes requests to the payment provider.
      deadlineMs: 15_000,
    }),
    audit: createGrpcClient(AuditServiceDefinition, addresses.audit, {
      ...shared,
      service: 'audit',
    }),
    analytics: createGrpcClient(AnalyticsServiceDefinition, addresses.analytics, {
      ...shared,
      service: 'analytics',
    }),
    turn: createGrpcClient(TurnCredentialsServiceDefinition, addresses.turn, {
      ...shared,
      service: 'turn-credentials',
    }),
  };
};

type Connection = Pick<GrpcClient<typeof SharesServiceDefinition>, 'connect' | 'closeChannel'>;

const connectionsOf = (services: Services) => Object.values(services) as Connection[];

/** Before the first request; see `connect` of the clients. */
export const openConnections = async (services: Services): Promise<void> => {
  await Promise.all(connectionsOf(services).map((client) => client.connect()));
};

export const closeServices = (services: Services): void => {
  for (const client of connectionsOf(services)) client.closeChannel();
};
