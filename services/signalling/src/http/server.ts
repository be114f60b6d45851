import { isPlainHttp, networkKey } from '@tandem/kit';
import { maxUserAgentChars } from '@tandem/proto/browser/limits';
import type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_socket_context_t,
  WebSocket,
} from 'uWebSockets.js';
import type { Pod } from '../pod/pod.js';
import { closeReasons } from '../protocol/close-codes.js';
import { hardLimits, limits } from '../protocol/limits.js';
import type { Connection } from '../room/connection.js';
import { clientAddress } from './client-address.js';
import { sessionCookieFrom } from './cookies.js';
import { openListener, type Listener, type Tls } from './listener.js';

export interface ServerOptions {
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** Default: plain, behind a proxy on the same machine. */
  tls?: Tls;
  pod: Pod;
  /** Origins that browsers may connect from. Requests without an Origin header are not from browsers. */
  origins: ReadonlySet<string>;
  /** Browsers reach the product over https: determines the name of the session cookie. */
  isHttps: boolean;
  trustedHops: number;
  /** Refuses sockets over plain http: such a client has sent its session or grant unencrypted. */
  refusesPlainHttp: boolean;
  socketsPerNetwork: number;
  onRefused: (reason: 'origin' | 'draining' | 'cookie' | 'plain-http') => void;
}

export type Server = Listener;

/** Session cookies have about 1 KB; each socket that has not joined keeps one. */
const maxCookieBytes = 4096;

/** Proxies may append to the header or add a line of their own; RFC 9110, section 5.3, makes all lines one list. */
const forwardedFor = (request: HttpRequest): string => {
  const lines: string[] = [];
  request.forEach((name, value) => {
    if (name === 'x-forwarded-for') lines.push(value);
  });
  return lines.join();
};

export const startServer = (options: ServerOptions): Server => {
  const { pod } = options;
  const socketsByNetwork = new Map<string, number>();
  let isAccepting = true;

  const refuse = (response: HttpResponse, status: string) => {
    response.cork(() => response.writeStatus(status).end());
  };

  const upgrade = (response: HttpResponse, request: HttpRequest, context: us_socket_context_t) => {
    const origin = request.getHeader('origin');
    if (!isAccepting) {
      options.onRefused('draining');
      refuse(response, '503 Service Unavailable');
      return;
    }
    if (options.refusesPlainHttp && isPlainHttp(request.getHeader('x-forwarded-proto'))) {
      options.onRefused('plain-http');
      refuse(response, '403 Forbidden');
      return;
    }
    if (origin !== '' && !options.origins.has(origin)) {
      options.onRefused('origin');
      refuse(response, '403 Forbidden');
      return;
    }
    const sessionCookie = sessionCookieFrom(request.getHeader('cookie'), options.isHttps);
    if (sessionCookie.length > maxCookieBytes) {
      options.onRefused('cookie');
      refuse(response, '431 Request Header Fields Too Large');
      return;
    }
    const ipAddress = clientAddress(
      Buffer.from(response.getRemoteAddressAsText()).toString(),
      options.trustedHops === 0 ? '' : forwardedFor(request),
      options.trustedHops,
    );
    const connection = pod.accept(networkKey(ipAddress), {
      ipAddress,
      userAgent: request.getHeader('user-agent').slice(0, maxUserAgentChars),
      sessionCookie,
    });
    response.upgrade(
      connection,
      request.getHeader('sec-websocket-key'),
      request.getHeader('sec-websocket-protocol'),
      request.getHeader('sec-websocket-extensions'),
      context,
    );
  };

  const onOpen = (socket: WebSocket<Connection>) => {
    const connection = socket.getUserData();
    const sockets = (socketsByNetwork.get(connection.networkKey) ?? 0) + 1;
    socketsByNetwork.set(connection.networkKey, sockets);
    pod.onOpen(connection, socket);
    if (sockets > options.socketsPerNetwork) pod.close(connection, closeReasons.tooManySockets);
  };

  const onClose = (socket: WebSocket<Connection>) => {
    const connection = socket.getUserData();
    const sockets = (socketsByNetwork.get(connection.networkKey) ?? 1) - 1;
    if (sockets > 0) socketsByNetwork.set(connection.networkKey, sockets);
    else socketsByNetwork.delete(connection.networkKey);
    pod.onClosed(connection);
  };

  const configure = (app: TemplatedApp) => {
    app.ws<Connection>('/ws', {
      maxPayloadLength: hardLimits.frameBytes,
      maxBackpressure: hardLimits.backpressureBytes,
      closeOnBackpressureLimit: true,
      idleTimeout: limits.idleSeconds,
      sendPingsAutomatically: true,
      upgrade,
      open: onOpen,
      message: (socket, message, isBinary) => {
        const connection = socket.getUserData();
        if (isBinary) pod.close(connection, closeReasons.malformed);
        else pod.onMessage(connection, new Uint8Array(message));
      },
      close: onClose,
    });
    app.any('/*', (response) => {
      response.writeStatus('404 Not Found').end();
    });
  };

  const { host, port, tls } = options;
  const listener = openListener({ host, port, configure, ...(tls && { tls }) });
  return {
    ...listener,
    stopAccepting: () => {
      isAccepting = false;
      listener.stopAccepting();
    },
    close: () => {
      isAccepting = false;
      listener.close();
    },
  };
};
