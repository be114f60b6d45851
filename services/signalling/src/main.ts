import { setTimeout as pause } from 'node:timers/promises';
import { createSessionRecheck, runService, sessionRecheckMs } from '@tandem/kit';
import { confirmQuestions, connectNats, createHints, createNatsBus } from '@tandem/kit/bus';
import { createGrpcClient, peerCredentials, watchCertificates } from '@tandem/kit/grpc';
import { hints, questions } from '@tandem/proto/events';
import { IdentityServiceDefinition } from '@tandem/proto/tandem/identity/v1/identity';
import { SharesServiceDefinition } from '@tandem/proto/tandem/shares/v1/shares';
import { createAuthorize } from './access/authorize-with-shares.js';
import { createNatsClusterBus } from './cluster/bus.nats.js';
import { readConfig } from './config.js';
import { startServer } from './http/server.js';
import { registerMetrics } from './metrics.js';
import { count, createCounters } from './pod/counters.js';
import { drain } from './pod/drain.js';
import { createPod, podTickMs } from './pod/pod.js';
import { createShareRecheck, shareRecheckTickMs } from './pod/recheck-shares.js';
import { subscribeToShareEvents } from './pod/share-events.js';
import { joinRateFor } from './protocol/limits.js';

await runService(
  'signalling',
  readConfig,
  async (config, { logger, registry, onStop, readiness }) => {
    const certificates = watchCertificates(config.TLS_DIR, { logger });
    onStop('certificates', () => certificates.stop());
    const credentials = peerCredentials(certificates);
    const shares = createGrpcClient(SharesServiceDefinition, config.SHARES_ADDR, {
      credentials,
      service: 'shares',
    });
    onStop('shares client', () => shares.closeChannel());
    const identity = createGrpcClient(IdentityServiceDefinition, config.IDENTITY_ADDR, {
      credentials,
      service: 'identity',
    });
    onStop('identity client', () => identity.closeChannel());
    const connection = await connectNats({
      url: config.NATS_URL,
      name: config.POD_ID,
      logger,
      readiness,
    });
    onStop('broker', () => connection.close());

    const publishHint = createHints(connection, logger);
    const counters = createCounters();
    const pod = createPod({
      podId: config.POD_ID,
      epoch: Date.now().toString(36),
      authorize: createAuthorize({
        shares,
        identity,
        keys: config.GRANT_PUBLIC_KEYS,
        logger,
        nowMs: Date.now,
      }),
      logger,
      counters,
      rate: {
        messagesPerSecond: config.MESSAGES_PER_SECOND,
        messageBurst: config.MESSAGE_BURST,
      },
      joinRate: joinRateFor(config.MAX_SOCKETS_PER_ADDRESS),
      onNeedsRecheck: (shareId, isUrgent) => shareRecheck.add(shareId, isUrgent),
      onSenderJoined: (shareId) => publishHint(hints.senderJoined, { shareId }),
    });
    const shareRecheck = createShareRecheck({
      shares,
      pod,
      logger,
      nowMs: Date.now,
    });
    const sessionRecheck = createSessionRecheck({
      identity,
      holder: pod,
      logger,
    });
    registerMetrics(registry, pod, counters);

    const clusterBus = await createNatsClusterBus(connection, pod.podId, pod.handlers, logger);
    onStop('cluster bus', async () => {
      pod.announceStop();
      await clusterBus.flush();
      await clusterBus.close();
    });
    pod.attachBus(clusterBus);
    confirmQuestions(connection, questions.roomIsLive, {
      logger,
      holds: ({ shareId }) => pod.isRoomLive(shareId),
    });
    const events = await createNatsBus({
      connection,
      logger,
      registry,
      readiness,
    });
    const subscription = await subscribeToShareEvents(events, pod, logger);
    onStop('share events', () => subscription.stop());

    const timers = [
      setInterval(() => pod.tick(), podTickMs),
      setInterval(() => shareRecheck.tick(), shareRecheckTickMs),
      setInterval(() => void sessionRecheck.tick(), sessionRecheckMs),
    ];
    onStop('timers', () => timers.forEach(clearInterval));

    await Promise.all([shares.connect(), identity.connect()]);
    const publicUrl = new URL(config.PUBLIC_URL);
    const server = startServer({
      host: config.HOST,
      port: config.WS_PORT,
      ...(config.SERVE_TLS && { tls: { directory: config.TLS_DIR, certificates, logger } }),
      pod,
      origins: new Set([publicUrl.origin, ...config.ALLOWED_ORIGINS]),
      isHttps: publicUrl.protocol === 'https:',
      trustedHops: config.TRUST_PROXY_HOPS,
      refusesPlainHttp: config.REFUSE_PLAIN_HTTP,
      socketsPerNetwork: config.MAX_SOCKETS_PER_ADDRESS,
      onRefused: (reason) => count(counters.dropped, reason),
    });
    onStop('sockets', async () => {
      server.stopAccepting();
      await drain(pod, config.DRAIN_SPREAD_MS, pause);
      server.close();
    });
    logger.info({ podId: pod.podId, port: server.port }, 'accepting sockets');
  },
);
