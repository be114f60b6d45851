/** A minimal gRPC service: a unary call that returns the bytes of its request. */

import { Server, ServerCredentials, type handleUnaryCall } from '@grpc/grpc-js';
import { announce } from '../../signalling/servers/announce.js';
import { echoDefinition } from '../grpc-echo.js';

const server = new Server();
server.addService(echoDefinition, {
  echo: ((call, reply) => reply(null, call.request)) satisfies handleUnaryCall<Buffer, Buffer>,
});
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  announce(port);
});
