import { runService } from '@tandem/kit';
import { createGrpcClient, peerCredentials, serveGrpc, watchCertificates } from '@tandem/kit/grpc';
import { SharesServiceDefinition } from '@tandem/proto/tandem/shares/v1/shares';
import { readConfig } from './config.js';
import { turnService } from './turn.rpc.js';

await runService('turn-credentials', readConfig, async (config, { logger, registry, onStop }) => {
  const { TURN_URLS: urls, TURN_SECRETS: secrets } = config;
  const certificates = watchCertificates(config.TLS_DIR, { logger });
  onStop('certificates', () => certificates.stop());
  const credentials = peerCredentials(certificates);
  const shares = createGrpcClient(SharesServiceDefinition, config.SHARES_ADDR, {
    credentials,
    service: 'shares',
  });
  onStop('shares client', () => shares.closeChannel());
  const service = turnService({
    grantKeys: config.GRANT_PUBLIC_KEYS,
    stunUrls: config.STUN_URLS,
    relay: urls.length > 0 ? { urls, secrets } : null,
    ttlSeconds: config.TURN_TTL_SECONDS,
    shares,
    now: () => new Date(),
  });
  const { HOST: host, GRPC_PORT: port } = config;
  const server = await serveGrpc({
    host,
    port,
    logger,
    registry,
    credentials,
    assertions: { audience: 'turn-credentials', keys: config.ASSERTION_PUBLIC_KEYS },
    services: [service],
  });
  onStop('grpc', () => server.stop());
  logger.info({ port: server.port, hasRelay: urls.length > 0 }, 'serving');
});
