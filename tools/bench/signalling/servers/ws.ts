/** The relay on the `ws` package. */

import { createServer } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { announce } from './announce.js';

const peers: Map<string, WebSocket> = new Map();
const other = { sender: 'receiver', receiver: 'sender' };

const server = createServer();
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, request) => {
  const query = new URL(request.url ?? '', 'http://x').searchParams;
  const share = query.get('share');
  const role = query.get('role') as 'sender' | 'receiver';
  let isIn = false;
  socket.on('message', (data) => {
    if (isIn) {
      peers.get(`${share ?? ''} ${other[role]}`)?.send(data, { binary: false });
      return;
    }
    isIn = true;
    peers.set(`${share ?? ''} ${role}`, socket);
    socket.send('{"type":"joined"}');
  });
  socket.on('close', () => peers.delete(`${share ?? ''} ${role}`));
});
server.listen(0, '127.0.0.1', 511, () => {
  const address = server.address();
  announce(typeof address === 'object' && address ? address.port : 0);
});
