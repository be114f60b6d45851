/**
 * A minimal relay on this library, the baseline for the signalling service: the URL names room and role, frames are
 * forwarded as bytes.
 */

import { App, us_socket_local_port, type WebSocket } from 'uWebSockets.js';
import { announce } from './announce.js';

interface Peer {
  share: string;
  role: string;
  isIn: boolean;
}

const peers: Map<string, WebSocket<Peer>> = new Map();
const other: Record<string, string> = { sender: 'receiver', receiver: 'sender' };

App()
  .ws<Peer>('/ws', {
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
      const peer = socket.getUserData();
      if (!peer.isIn) {
        peer.isIn = true;
        peers.set(`${peer.share} ${peer.role}`, socket);
        socket.send('{"type":"joined"}');
        return;
      }
      peers.get(`${peer.share} ${other[peer.role]}`)?.send(message);
    },
    close: (socket) => {
      const { share, role } = socket.getUserData();
      peers.delete(`${share} ${role}`);
    },
  })
  .listen('127.0.0.1', 0, (socket) => announce(us_socket_local_port(socket)));
