/** The least an HTTP API can be: Express parses a JSON body and answers JSON of the size of ours. */
import express from 'express';
import { announce } from '../../signalling/servers/announce.mjs';
import { answer } from '../answer.mjs';

const app = express();
app.disable('x-powered-by');
app.post('/bare', express.json(), (_request, response) => {
  response.json(answer);
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  announce(typeof address === 'object' && address ? address.port : 0);
});
