/** The relay as a socket.io application: rooms and events, web sockets only. */

import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { announce } from './announce.js';

const server = createServer();
const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false });
io.on('connection', (socket) => {
  socket.on('join', ({ shareId }: { shareId: string }) => {
    void socket.join(shareId);
    socket.emit('joined', {});
    socket.on('offer', (message: unknown) => void socket.to(shareId).emit('offer', message));
  });
});
server.listen(0, '127.0.0.1', 511, () => {
  const address = server.address();
  announce(typeof address === 'object' && address ? address.port : 0);
});
