/**
 * The least a relay can do with this library: who is in which room stands in the address, frames are forwarded as
 * bytes and never looked at. What our own service is held against.
 */
import { App, us_socket_local_port } from 'uWebSockets.js';
import { announce } from './announce.mjs';

/** @typedef {{share: string, role: string, isIn: boolean}} Peer */
/** @type {Map<string, import('uWebSockets.js').WebSocket<Peer>>} */
const peers = new Map();
const other = { sender: 'receiver', receiver: 'sender' };

App()
  .ws('/ws', {
    maxPayloadLength: 128 * 1024,
    maxBackpressure: 1024 * 1024,
    upgrade: (response, request, context) => {
      response.upgrade(
        {
          share: request.getQuery('share') ?? '',
          role: request.getQuery('role') ?? '',
          isIn: false,
        },
        request.getHeader('sec-websocket-key'),
        request.getHeader('sec-websocket-protocol'),
        request.getHeader('sec-websocket-extensions'),
        context,
      );
    },
    message: (socket, message) => {
      const peer = /** @type {Peer} */ (socket.getUserData());
      if (!peer.isIn) {
        peer.isIn = true;
        peers.set(`${peer.share} ${peer.role}`, socket);
        socket.send('{"type":"joined"}');
        return;
      }
      peers.get(`${peer.share} ${other[peer.role]}`)?.send(message);
    },
    close: (socket) => {
      const { share, role } = /** @type {Peer} */ (socket.getUserData());
      peers.delete(`${share} ${role}`);
    },
  })
  .listen('127.0.0.1', 0, (socket) => announce(us_socket_local_port(socket)));
