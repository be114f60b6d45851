import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { longestCallMs, type CertificateSource } from '@tandem/kit/grpc';
import { UpgradableMessage } from './one-box/upgradable-message.js';

/** Limits slow requests. Idle connections are kept longer than by a load balancer (60 s), which must close first. */
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 65_000;
/**
 * Time in which nothing is sent or received while a response is awaited or read: a client that does not read would keep its
 * connection and what is unsent. Longer than the longest call of a service; streams of changes send a message every 20 s.
 */
const stalledTimeoutMs = longestCallMs + 10_000;

const secureContextOf = (source: CertificateSource) => {
  const { key, certificate } = source.current();
  return { key, cert: certificate, minVersion: 'TLSv1.2' } as const;
};

/** Refuses plain HTTP. New connections use replaced certificates, open ones continue. */
const createHttpsServer = (app: RequestListener, source: CertificateSource): Server => {
  const options = { IncomingMessage: UpgradableMessage, ...secureContextOf(source) };
  const server = createSecureServer(options, app);
  const stopFollowing = source.onChange(() => server.setSecureContext(secureContextOf(source)));
  server.once('close', stopFollowing);
  return server;
};

/** With certificates: HTTPS only. */
export const createHttpServer = (
  app: RequestListener,
  certificates?: CertificateSource,
  stalledMs = stalledTimeoutMs,
): Server => {
  const server = certificates
    ? createHttpsServer(app, certificates)
    : createServer({ IncomingMessage: UpgradableMessage }, app);
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.timeout = stalledMs;
  return server;
};
