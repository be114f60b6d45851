import { createHash } from 'node:crypto';
import { STATUS_CODES, type ClientRequest, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from '@tandem/kit';
import { createProxyMiddleware } from 'http-proxy-middleware';

/**
 * The one-box modes have no load balancer, so the gateway proxies `/ws`: to a pod chosen by a hash of the share id, which
 * keeps most rooms on one pod, or to the next pod if it does not listen. Correctness does not depend on the choice.
 */
export interface SignallingProxyOptions {
  targets: readonly string[];
  /** For tests: `pod=<n>` selects a pod by its position. */
  allowPinning: boolean;
  logger: Logger;
}

const path = '/ws';
const probeTimeoutMs = 500;

/** `new URL` throws on malformed paths, and an exception in an upgrade listener would end the process. */
const splitUrl = (url: string): { pathname: string; query: string } => {
  const [pathname = '', query = ''] = url.split('?', 2);
  return { pathname, query };
};

/** Targets in the order to try them. */
export const targetOrder = (
  url: string,
  { targets, allowPinning }: Pick<SignallingProxyOptions, 'targets' | 'allowPinning'>,
): string[] => {
  const searchParams = new URLSearchParams(splitUrl(url).query);
  const pinned = Number(searchParams.get('pod') ?? Number.NaN);
  const digest = createHash('sha256')
    .update(searchParams.get('share') ?? '')
    .digest();
  const hashed = digest.readUInt32BE(0) % Math.max(1, targets.length);
  const start = allowPinning && Number.isInteger(pinned) && pinned >= 0 ? pinned : hashed;
  return targets.map((_, index) => targets[(start + index) % targets.length] ?? '');
};

const isListening = (target: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(target);
    const socket = connect({ host: hostname, port: Number(port || 80), timeout: probeTimeoutMs });
    const settle = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });

const firstListening = async (targets: readonly string[]): Promise<string | undefined> => {
  for (const target of targets) if (await isListening(target)) return target;
  return undefined;
};

const reject = (socket: Duplex, status: number): void => {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\n\r\n`);
};

/** Time until a pod has accepted the upgrade, or a refused client has closed; a pod needs milliseconds. */
const openTimeoutMs = 10_000;
const flushTimeoutMs = 5_000;

/** Destroys the socket once its pending data is written, after a time-out at the latest. */
const closeAfterFlush = (socket: Socket): void => {
  if (socket.destroyed) return;
  socket.destroySoon();
  const timer = setTimeout(() => socket.destroy(), flushTimeoutMs);
  socket.once('close', () => clearTimeout(timer));
};

/**
 * Closes each side of a proxied connection when the other closes. http-proxy only pipes the two, and a pipe does not
 * close its source when its destination is destroyed, nor the reverse.
 * https://github.com/http-party/node-http-proxy/issues/1510
 */
const closeTogether = (proxyRequest: ClientRequest, client: Socket): void => {
  client.once('close', () => proxyRequest.destroy());
  proxyRequest.once('upgrade', (_response, pod) => {
    client.once('close', () => closeAfterFlush(pod));
    pod.once('close', () => closeAfterFlush(client));
  });
};

/**
 * Proxies the server's upgrade requests; without targets, it does nothing. The returned function, for shutdown, closes the
 * open sockets and those of later requests: a server that closes waits for upgraded sockets, but does not end them.
 */
export const proxySignalling = (server: Server, options: SignallingProxyOptions): (() => void) => {
  const { targets, logger } = options;
  if (targets.length === 0) return () => undefined;
  const chosen = new WeakMap<IncomingMessage, string>();
  /** Open sockets, with the timers that end those not connected to a pod; Node has no time-out for upgrade requests. */
  const open = new Map<Duplex, NodeJS.Timeout>();
  /** Clients that are connected to a pod. */
  const connected = new WeakSet<object>();
  let isClosed = false;
  const proxy = createProxyMiddleware({
    // The proxy requires a target; this one, the discard port, is never used: `router` always replaces it.
    target: targets[0] ?? 'http://127.0.0.1:9',
    router: (request) => chosen.get(request),
    xfwd: true,
    on: {
      proxyReqWs: (proxyRequest, _request, socket) => {
        proxyRequest.once('upgrade', () => {
          connected.add(socket);
          clearTimeout(open.get(socket));
        });
        closeTogether(proxyRequest, socket);
      },
      error: (error, _request, socket) => {
        // One side has ended while the other was still writing, or the client left before the pod answered.
        if (connected.has(socket) || socket.destroyed)
          logger.debug({ err: error }, 'signalling connection ended');
        else logger.warn({ err: error }, 'signalling connection failed');
        socket.destroy();
      },
    },
  });

  const pass = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const target = await firstListening(targetOrder(request.url ?? path, options));
    if (!target) {
      logger.warn({ targets }, 'no signalling process can be reached');
      reject(socket, 503);
      return;
    }
    chosen.set(request, target);
    proxy.upgrade(request, socket as Socket, head);
  };

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isClosed) {
      socket.destroy();
      return;
    }
    const limit = setTimeout(() => {
      logger.debug('signalling connection not open in time');
      socket.destroy();
    }, openTimeoutMs);
    open.set(socket, limit);
    socket.once('close', () => {
      clearTimeout(limit);
      open.delete(socket);
    });
    socket.on('error', () => socket.destroy());
    if (splitUrl(request.url ?? '').pathname !== path) {
      reject(socket, 404);
      return;
    }
    pass(request, socket, head).catch((error: unknown) => {
      logger.warn({ err: error }, 'signalling connection failed');
      reject(socket, 502);
    });
  });
  return () => {
    isClosed = true;
    for (const socket of open.keys()) socket.destroy();
  };
};
