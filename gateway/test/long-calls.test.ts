import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createAdminLog } from '../src/admin-log.js';
import type { Services } from '../src/clients.js';
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
  },
};

const adminLog = createAdminLog({} as Services, { record: () => undefined });

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
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

// A busy owner has about 100,000 entries a year, each of which is hashed.
it.each(['export', 'verify'])(
  'gives the %s of an audit log a deadline of two minutes',
  async (what) => {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/audit-logs/${what}`, {
      headers: { cookie: 'session=x' },
    });
    await answer.text();
    expect(answer.status).toBe(200);
    expect(calls[what]?.deadline).toBe(120_000);
  },
);
