import { createRegistry } from '@tandem/kit';
import { unlimitedAdmission } from '@tandem/kit/testing';
import fc from 'fast-check';
import { refused, type Fakes } from './support/fakes.js';
import { fuzzedRequests, type Fuzzed, type Operation } from './support/fuzzed-requests.js';
import { admin, alice, bearer, cookie, startGateway, type Gateway } from './support/harness.js';

/**
 * Every route of the OpenAPI document with valid, nearly valid and hostile input: no 5xx, and every error is a problem
 * document with a reason. The faked services respond "not found" to every request that passes validation. No call is
 * refused for overload, which a slow machine would cause.
 */
const requests = process.env['LONG_RUN'] ? 20_000 : 1_200;
const batchSize = 40;
const timeoutMs = 900_000;

const credentials: Record<string, string>[] = [
  {},
  cookie('alice'),
  bearer('admin'),
  bearer('forged'),
  cookie('\u00e9=;;'),
  { authorization: 'Grant x' },
  { authorization: 'Bearer' },
  { cookie: 'session' },
];

const nothing = () => Promise.reject(refused('not-found', 'nothing-here', 'Not found.'));
const everything: Partial<Fakes> = Object.fromEntries(
  ['shares', 'billing', 'analytics', 'turn'].map((name) => [
    name,
    new Proxy({}, { get: () => nothing }),
  ]),
);

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({}, { admission: unlimitedAdmission(createRegistry('fuzz')) });
  gateway.fake({
    ...everything,
    identity: {
      getUser: () => Promise.resolve(alice),
      listUsers: () => Promise.resolve({ users: [admin] }),
      createSession: nothing,
      revokeSessions: nothing,
      listSessions: () => Promise.resolve({ sessions: [] }),
      endSession: nothing,
      endUserSession: nothing,
      endOtherSessions: nothing,
      listAdminActionsAbout: nothing,
      listAdminActions: nothing,
      deleteUser: nothing,
      endSessionsOf: nothing,
    },
    audit: {
      listEntries: nothing,
      verifyChain: nothing,
      getHead: nothing,
      // oxlint-disable-next-line require-yield -- rejects before the first chunk
      exportCsv: async function* () {
        await nothing();
      },
    },
  });
});
afterAll(() => gateway.stop());

const readPaths = async () => {
  const { json } = await gateway.call('GET', '/api/openapi.json');
  return (json as { paths: Record<string, Record<string, Operation>> }).paths;
};

/** The status; throws for one that no request may cause. */
const send = async ({ method, path, headers, body }: Fuzzed): Promise<number> => {
  const answer = await gateway.call(method, path, {
    headers,
    ...(body !== undefined && { body }),
  });
  const isRefusal = answer.status >= 400;
  if (answer.status >= 500 || (isRefusal && !/^\{"type":"about:blank"/.test(answer.text))) {
    throw new Error(`${method} ${path} ${body ?? ''}: ${answer.status} ${answer.text}`);
  }
  return answer.status;
};

describe('fuzzing', () => {
  it(
    `${requests} requests generated from the OpenAPI document cause no 5xx`,
    async () => {
      const paths = await readPaths();
      const statuses = new Map<number, number>();
      const check = async (request: Fuzzed) => {
        const status = await send(request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      };
      // Answers 503: this gateway has no broker.
      const except = ['get /api/changes'];
      const batch = fc.array(fuzzedRequests(paths, { credentials, except }), {
        minLength: batchSize,
        maxLength: batchSize,
      });
      await fc.assert(
        fc.asyncProperty(batch, async (all) => {
          await Promise.all(all.map(check));
        }),
        { numRuns: requests / batchSize },
      );
      // Requests were both accepted and rejected by validation.
      expect(statuses.get(404)).toBeGreaterThan(requests / 100);
      expect(statuses.get(400)).toBeGreaterThan(requests / 10);
      expect(statuses.get(401)).toBeGreaterThan(requests / 20);
    },
    timeoutMs,
  );

  // Among all calls too few bodies have valid keys to reach the service.
  it(
    'of the calls about notices causes no 5xx and reaches the service',
    async () => {
      const calls = Object.entries(await readPaths()).filter(([path]) => path.includes('/notices'));
      const all = fc.sample(fuzzedRequests(Object.fromEntries(calls), { credentials }), {
        numRuns: requests / 3,
        seed: 20_260_101,
      });
      for (let from = 0; from < all.length; from += batchSize) {
        await Promise.all(all.slice(from, from + batchSize).map(send));
      }
      const reached = new Set(gateway.calls().map(({ name }) => name));
      expect(reached).toContain('shares.subscribeNotice');
      expect(reached).toContain('shares.cancelNotice');
    },
    timeoutMs,
  );
});
