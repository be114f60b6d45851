export { createGrpcClient, type GrpcClient } from './client.js';
export { grpcService, serveGrpc, type GrpcServer, type GrpcService } from './server.js';
