import { join } from 'node:path';
import type { Logger } from '@tandem/kit';
import type { CertificateSource } from '@tandem/kit/grpc';
import type { TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { App, SSLApp, us_listen_socket_close, us_socket_local_port } from './uws.js';

/** TLS with the files of a directory, which `certificates` follows. */
export interface Tls {
  directory: string;
  certificates: CertificateSource;
  logger: Logger;
}

export interface ListenerOptions {
  host: string;
  /** 0 takes a free port. */
  port: number;
  tls?: Tls;
  /** Adds the routes to an app; called again for each renewed certificate. */
  configure: (app: TemplatedApp) => void;
}

export interface Listener {
  readonly port: number;
  /** Refuses new connections. */
  stopAccepting(): void;
  close(): void;
}

/** The overload with a host and options, missing from the type definitions. */
type ListenWithOptions = (
  host: string,
  port: number,
  options: number,
  callback: (socket: us_listen_socket | false) => void,
) => void;
/** The default. Also sets SO_REUSEPORT, so that an app can take over the port of another. */
const sharedPort = 0;
/** A second process on the same port would receive half of the connections. */
const exclusivePort = 1;

/** uWebSockets.js calls back before `listen` returns. */
const bind = (
  app: TemplatedApp,
  { host, tls }: ListenerOptions,
  port: number,
): us_listen_socket => {
  let bound: us_listen_socket | false = false;
  const listen = app.listen.bind(app) as unknown as ListenWithOptions;
  listen(host, port, tls ? sharedPort : exclusivePort, (socket) => (bound = socket));
  if (!bound) throw new Error(`cannot listen on ${host}:${port}`);
  return bound;
};

const createApp = ({ tls, configure }: ListenerOptions): TemplatedApp => {
  const app = tls
    ? SSLApp({
        key_file_name: join(tls.directory, 'tls.key'),
        cert_file_name: join(tls.directory, 'tls.crt'),
      })
    : App();
  configure(app);
  return app;
};

/** Throws when the port is taken. */
export const openListener = (options: ListenerOptions): Listener => {
  const { tls } = options;
  const first = createApp(options);
  const apps = [first];
  let listening: us_listen_socket | undefined = bind(first, options, options.port);
  const port = us_socket_local_port(listening);

  const closeListening = () => {
    if (listening) us_listen_socket_close(listening);
    listening = undefined;
  };

  /**
   * uWebSockets.js reads the certificate when the app is created, so renewal needs a new app on the same port. Established
   * sockets stay with the old app; connections still in its accept queue are reset, and the edge and browsers retry.
   * The library never frees an app, closed or not: 35 KiB for each renewal, 5 MiB a year with the chart's certificates.
   */
  const replaceApp = () => {
    try {
      const next = createApp(options);
      const taken = bind(next, options, port);
      closeListening();
      listening = taken;
      apps.push(next);
    } catch (error) {
      tls?.logger.error({ err: error }, 'could not switch to the renewed certificate');
    }
  };
  const stopFollowing = tls?.certificates.onChange(replaceApp);

  const stopAccepting = () => {
    stopFollowing?.();
    closeListening();
  };
  return {
    port,
    stopAccepting,
    close: () => {
      stopAccepting();
      for (const app of apps) app.close();
    },
  };
};
