export { authorities, onBehalfOf, subjectOf, userOf, type Authority } from './authority.js';
export { allowedCallers } from './callers.js';
export {
  fixedCertificates,
  watchCertificates,
  type Certificates,
  type CertificateSource,
} from './certificates.js';
export { createGrpcClient, longestCallMs, longestStreamMs, type GrpcClient } from './client.js';
export { openCredentials, openServer } from '../parts/server.js';
export { peerCredentials, type PeerCredentials } from './peer-credentials.js';
export { grpcService, serveGrpc, type GrpcServer, type GrpcService } from './server.js';
