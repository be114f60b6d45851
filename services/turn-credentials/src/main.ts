import { runService } from '@tandem/kit';
import { connectNats, createAsk } from '@tandem/kit/bus';
import { createGrpcClient, openCredentials, openServer } from '@tandem/kit/grpc';
import { SharesServiceDefinition } from '@tandem/proto/tandem/shares/v1/shares';
import { readConfig } from './config.js';
import { createLiveRoomCheck, liveRoomTimeoutMs } from './live-room.js';
import { turnService } from './turn.rpc.js';

await runService('turn-credentials', readConfig, async (config, service) => {
  const { TURN_URLS: urls, TURN_SECRETS: secrets } = config;
  const credentials = openCredentials(config, service);
  const shares = createGrpcClient(SharesServiceDefinition, config.SHARES_ADDR, {
    credentials,
    service: 'shares',
  });
  service.onStop('shares client', () => shares.closeChannel());
  const { logger, readiness } = service;
  const broker = await connectNats({
    url: config.NATS_URL,
    name: service.name,
    logger,
    readiness,
  });
  service.onStop('broker', () => broker.close());
  const ask = createAsk(broker, { logger, timeoutMs: liveRoomTimeoutMs });
  const turn = turnService({
    grantKeys: config.GRANT_PUBLIC_KEYS,
    stunUrls: config.STUN_URLS,
    relay: urls.length > 0 ? { urls, secrets } : null,
    ttlSeconds: config.TURN_TTL_SECONDS,
    isRoomLive: createLiveRoomCheck(ask),
    shares,
    now: () => new Date(),
  });
  service.logger.info({ hasRelay: urls.length > 0 }, 'configured');
  await shares.connect();
  await openServer(config, service, {
    credentials,
    assertionKeys: config.ASSERTION_PUBLIC_KEYS,
    services: [turn],
  });
});
