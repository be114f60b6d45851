import type { Dependency } from '../dependency.js';
import { watchCertificates } from '../grpc/certificates.js';
import { peerCredentials, type PeerCredentials } from '../grpc/peer-credentials.js';
import { serveGrpc, type GrpcService } from '../grpc/server.js';
import type { ServiceContext } from '../process/run.js';
import type { VerificationKeys } from '../security/ed25519.js';

/** The service's identity towards other services; renewed certificates are used without a restart. */
export const openCredentials = (
  config: { TLS_DIR: string },
  { logger, onStop }: ServiceContext,
): PeerCredentials => {
  const certificates = watchCertificates(config.TLS_DIR, { logger });
  onStop('certificates', () => certificates.stop());
  return peerCredentials(certificates);
};

/** Serves until the service stops. User assertions must name the service in their audience. */
export const openServer = async (
  config: { HOST: string; GRPC_PORT: number },
  context: ServiceContext,
  parts: {
    credentials: PeerCredentials;
    assertionKeys: VerificationKeys;
    dependencies?: readonly Dependency[];
    services: readonly GrpcService[];
  },
): Promise<void> => {
  const { name, logger, registry, onStop } = context;
  const { credentials, assertionKeys, dependencies = [], services } = parts;
  const server = await serveGrpc({
    host: config.HOST,
    port: config.GRPC_PORT,
    logger,
    registry,
    credentials,
    assertions: { audience: name, keys: assertionKeys },
    dependencies,
    services,
  });
  onStop('grpc', () => server.stop());
  logger.info({ port: server.port }, 'serving');
};
