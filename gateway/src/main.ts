import { once } from 'node:events';
import { runService } from '@tandem/kit';
import { peerCredentials, watchCertificates } from '@tandem/kit/grpc';
import { createApp } from './app.js';
import { startChanges } from './changes/start.js';
import { createChangeStreams } from './changes/streams.js';
import { closeServices, connectServices, openConnections } from './clients.js';
import { readConfig } from './config.js';
import { drain } from './drain.js';
import { proxySignalling } from './one-box/signalling-proxy.js';
import { createHttpServer } from './server.js';

await runService('gateway', readConfig, async (config, { logger, registry, onStop }) => {
  const certificates = watchCertificates(config.TLS_DIR, { logger });
  onStop('certificates', () => certificates.stop());
  const addresses = {
    identity: config.IDENTITY_ADDR,
    shares: config.SHARES_ADDR,
    billing: config.BILLING_ADDR,
    audit: config.AUDIT_ADDR,
    analytics: config.ANALYTICS_ADDR,
    turn: config.TURN_ADDR,
  };
  const services = connectServices(addresses, peerCredentials(certificates));
  onStop('clients', () => closeServices(services));

  const streams = createChangeStreams({
    maxStreams: config.MAX_CHANGE_STREAMS,
    maxPerAccount: config.MAX_CHANGE_STREAMS_PER_ACCOUNT,
    registry,
  });
  const stopChanges = startChanges({ config, services, streams, logger });
  onStop('changes', stopChanges);

  const server = createHttpServer(
    createApp({ config, services, logger, registry, streams }),
    config.SERVE_TLS ? certificates : undefined,
  );
  const closeSignalling = proxySignalling(server, {
    targets: config.SIGNALLING_URLS,
    allowPinning: config.ALLOW_POD_PINNING,
    logger,
  });
  await openConnections(services);
  server.listen(config.PORT, config.HOST);
  await once(server, 'listening');
  onStop('http', async () => {
    const drained = drain(server);
    // Open streams would keep the server from closing; browsers reopen them at another process.
    streams.close();
    closeSignalling();
    await drained;
  });
});
