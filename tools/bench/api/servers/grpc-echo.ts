/** The least a gRPC service can be: a unary call that answers the bytes it was asked with. */
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { announce } from '../../signalling/servers/announce.mjs';
import { echoDefinition } from '../grpc-echo.mjs';

const server = new Server();
server.addService(echoDefinition, {
  /** @type {import('@grpc/grpc-js').handleUnaryCall<Buffer, Buffer>} */
  echo: (call, reply) => reply(null, call.request),
});
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  announce(port);
});
