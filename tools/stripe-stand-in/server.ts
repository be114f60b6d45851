/**
 * The payment stand-in as a process. Reads PORT, HOST, STRIPE_WEBHOOK_URL and STRIPE_WEBHOOK_SECRET from
 * the environment; prints READY when it listens.
 */

import { createServer, type IncomingMessage } from 'node:http';
import { StripeFault } from './api/faults.js';
import { runCommand } from './control.js';
import type { HttpResponse } from './resources.js';
import { createStandIn } from './stand-in.js';
import type { WebhookMessage } from './webhooks.js';

const configExitCode = 78;
const maxBodyBytes = 64 * 1024;
const deliveryTimeoutMs = 10_000;

const {
  PORT = '0',
  HOST = '127.0.0.1',
  STRIPE_WEBHOOK_URL,
  STRIPE_WEBHOOK_SECRET,
  NODE_ENV,
} = process.env;

const exit = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(configExitCode);
};

if (NODE_ENV === 'production') {
  exit('The payment stand-in takes no money and does not run in production.');
}
const webhookUrl = STRIPE_WEBHOOK_URL ?? exit('STRIPE_WEBHOOK_URL is required.');
const webhookSecret = STRIPE_WEBHOOK_SECRET ?? exit('STRIPE_WEBHOOK_SECRET is required.');

const deliver = async ({ body, signature }: WebhookMessage): Promise<boolean> => {
  try {
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
      signal: AbortSignal.timeout(deliveryTimeoutMs),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // the gateway does not listen; retried
  }
};

const standIn = createStandIn({
  webhookSecret,
  deliver,
  onRejected: (description) => process.stderr.write(`rejected: ${description}\n`),
});

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) {
      throw new StripeFault(413, { type: 'invalid_request_error', message: 'Too large.' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const respond = async (incoming: IncomingMessage): Promise<HttpResponse> => {
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
    (error: unknown) => {
      const isFault = error instanceof StripeFault;
      if (!isFault) {
        process.stderr.write(`${(error instanceof Error && error.stack) || String(error)}\n`);
      }
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
