import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLogger } from '@tandem/kit';
import express from 'express';
import { createAdminLog } from '../src/admin-log.js';
import type { Services } from '../src/clients.js';
import { problemHandler } from '../src/http/http-errors.js';
import { auditRoutes } from '../src/routes/audit.js';
import { alice, authenticated } from './support/harness.js';

interface CallOptions {
  deadline?: number;
}

/** Options of the calls to the audit service. */
const calls: Record<string, CallOptions> = {};
const audit = {
  verifyChain: (_request: unknown, options: CallOptions = {}) => {
    calls['verify'] = options;
    return Promise.resolve({ isValid: true, length: 0, firstBroken: -1, detail: '', head: '' });
  },
  exportCsv: async function* (_request: unknown, options: CallOptions = {}) {
    calls['export'] = options;
    yield { data: Buffer.from('id') };
    await untilRead;
  },
};

/** How long the audit service takes for the rest of an export. */
let untilRead = Promise.resolve();

const security = { record: () => undefined };
const adminLog = createAdminLog({} as Services, security);

let server: Server;
beforeAll(async () => {
  const app = express();
  for (const route of auditRoutes({ services: { audit } as unknown as Services, adminLog })) {
    const serve = route.serve({
      authenticate: () => Promise.resolve(authenticated(alice)),
      cookieName: 'session',
      limits: { consume: () => Promise.resolve(), consumeNetwork: () => Promise.resolve() },
    });
    app[route.method](route.path, serve);
  }
  app.use(problemHandler(silentLogger, security));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

const ask = async (what: string): Promise<Response> => {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/api/audit-logs/${what}`, {
    headers: { cookie: 'session=x' },
  });
};

// A busy owner has about 100,000 entries a year, each of which is hashed, and which are 250 MB as CSV.
it.each([
  ['verification', 'verify', 2],
  ['export', 'export', 15],
])('gives the %s of an audit log a deadline of minutes', async (_what, path, minutes) => {
  const answer = await ask(path);
  await answer.text();
  expect(answer.status).toBe(200);
  expect(calls[path]?.deadline).toBe(minutes * 60_000);
});

it('serves three exports of a user at a time, and the next one when one of them has ended', async () => {
  let end: () => void = () => undefined;
  untilRead = new Promise((resolve) => (end = resolve));
  const three = await Promise.all(['export', 'export', 'export'].map(ask));
  expect(three.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await ask('export')).status).toBe(429);
  end();
  await Promise.all(three.map((answer) => answer.text()));
  const next = await ask('export');
  expect([next.status, await next.text()]).toEqual([200, 'id']);
});
