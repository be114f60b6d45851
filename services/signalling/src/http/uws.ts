/**
 * Loads uWebSockets.js, which reads the environment when it is loaded. By default it refuses headers of more than 4 KiB with
 * 431: a page on a domain with many cookies could call the API, which accepts 16 KiB, but open no socket. Proxies add some.
 */
const maxHeaderBytes = 32 * 1024;

process.env['UWS_HTTP_MAX_HEADERS_SIZE'] = String(maxHeaderBytes);

export const { App, SSLApp, us_listen_socket_close, us_socket_local_port } =
  await import('uWebSockets.js');
