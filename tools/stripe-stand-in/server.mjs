// The payment stand-in as a process: PORT, HOST, STRIPE_WEBHOOK_URL and STRIPE_WEBHOOK_SECRET from the
// environment. Prints READY when it listens.
import { createServer } from 'node:http';
import { runCommand } from './control.mjs';
import { StripeFault } from './api/faults.mjs';
import { createStandIn } from './stand-in.mjs';

const CONFIG_EXIT_CODE = 78;
const MAX_BODY_BYTES = 64 * 1024;
const DELIVERY_TIMEOUT_MS = 10_000;

const {
  PORT = '0',
  HOST = '127.0.0.1',
  STRIPE_WEBHOOK_URL,
  STRIPE_WEBHOOK_SECRET,
  NODE_ENV,
} = process.env;

/** @param {string} message @returns {never} */
const refuse = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(CONFIG_EXIT_CODE);
};

if (NODE_ENV === 'production')
  refuse('The payment stand-in takes no money and does not run in production.');
if (!STRIPE_WEBHOOK_URL || !STRIPE_WEBHOOK_SECRET) {
  refuse('STRIPE_WEBHOOK_URL and STRIPE_WEBHOOK_SECRET are needed.');
}

/** @param {{body: string, signature: string}} message */
const deliver = async ({ body, signature }) => {
  try {
    const response = await fetch(STRIPE_WEBHOOK_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // Not there yet, or not there any more: delivered again later.
    return false;
  }
};

const standIn = createStandIn({
  webhookSecret: STRIPE_WEBHOOK_SECRET,
  deliver,
  complain: (complaint) => process.stderr.write(`refused: ${complaint}\n`),
});

/** @param {import('node:http').IncomingMessage} request */
const readBody = async (request) => {
  /** @type {Buffer[]} */
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES)
      throw new StripeFault(413, { type: 'invalid_request_error', message: 'Too large.' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

/** @param {import('node:http').IncomingMessage} incoming @returns {Promise<import('./resources.js').HttpResponse>} */
const respond = async (incoming) => {
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat()[0]]),
  );
  const { method = '', url = '/' } = incoming;
  const request = { method, url, headers, body: await readBody(incoming) };
  if (!url.startsWith('/_control/')) return standIn.handle(request);
  const result = runCommand(standIn, request);
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(result),
  };
};

const server = createServer((incoming, outgoing) => {
  respond(incoming).then(
    ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body),
    (error) => {
      const isFault = error instanceof StripeFault;
      if (!isFault) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      const status = isFault ? error.status : 500;
      const body = isFault ? error.error : { type: 'api_error', message: 'The stand-in failed.' };
      outgoing.writeHead(status, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ error: body }));
    },
  );
});

server.listen(Number(PORT), HOST, () => process.stdout.write('READY\n'));
process.on('SIGTERM', () => {
  standIn.webhooks.stop();
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
