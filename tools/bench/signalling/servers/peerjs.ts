/** The PeerJS server with its package's defaults. */

import { PeerServer } from 'peer';
import { announce } from './announce.js';

PeerServer({ host: '127.0.0.1', port: 0, path: '/', concurrent_limit: 100_000 }, (server) => {
  const address = server.address();
  announce(typeof address === 'object' && address ? address.port : 0);
});
