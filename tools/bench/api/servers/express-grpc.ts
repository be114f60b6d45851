/** The cost of splitting gateway and services: Express with one gRPC call behind it. */

import express from 'express';
import { announce } from '../../signalling/servers/announce.js';
import { connectEcho } from '../grpc-echo.js';

const echo = connectEcho(process.env['ECHO_ADDR'] ?? '');
const app = express();
app.disable('x-powered-by');
app.post('/bare', express.json(), async (_request, response) => {
  response.type('application/json').send((await echo()).toString());
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  announce(typeof address === 'object' && address ? address.port : 0);
});
