import { createGrpcClient, type PeerCredentials } from '@tandem/kit/grpc';
import { testDeadlineMs } from '@tandem/kit/testing';
import { IdentityServiceDefinition } from '@tandem/proto/tandem/identity/v1/identity';
import { SharesServiceDefinition } from '@tandem/proto/tandem/shares/v1/shares';
import type { Kubelet } from './kubelet.js';

/** Connections of an attacker to the pods, past the gateway. */
export const connectAttack = (cluster: Kubelet, credentials: PeerCredentials) => {
  const address = (service: string) => `${String(cluster.of(service)[0]?.ip)}:50051`;
  const options = (service: string) => ({ credentials, service, deadlineMs: testDeadlineMs });
  const identity = createGrpcClient(
    IdentityServiceDefinition,
    address('identity'),
    options('identity'),
  );
  const shares = createGrpcClient(SharesServiceDefinition, address('shares'), options('shares'));
  return {
    identity,
    shares,
    close: () => {
      identity.closeChannel();
      shares.closeChannel();
    },
  };
};

export type Attack = ReturnType<typeof connectAttack>;
