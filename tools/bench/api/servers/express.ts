/** A minimal HTTP API: Express parses a JSON body and sends JSON of the product's size. */

import express from 'express';
import { announce } from '../../signalling/servers/announce.js';
import { answer } from '../answer.js';

const app = express();
app.disable('x-powered-by');
app.post('/bare', express.json(), (_request, response) => {
  response.json(answer);
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  announce(typeof address === 'object' && address ? address.port : 0);
});
