import { status } from '@grpc/grpc-js';
import { createRegistry, silentLogger } from '@tandem/kit';
import {
  allowedCallers,
  authorities,
  createGrpcClient,
  grpcService,
  serveGrpc,
  type GrpcServer,
} from '@tandem/kit/grpc';
import { actingAs, testAssertions, testCredentials } from '@tandem/kit/testing';
import { assertionAudiences } from '@tandem/proto/assertion';
import { AnalyticsServiceDefinition } from '@tandem/proto/tandem/analytics/v1/analytics';
import { AuditServiceDefinition } from '@tandem/proto/tandem/audit/v1/audit';
import { BillingServiceDefinition } from '@tandem/proto/tandem/billing/v1/billing';
import { IdentityServiceDefinition } from '@tandem/proto/tandem/identity/v1/identity';
import { SharesServiceDefinition } from '@tandem/proto/tandem/shares/v1/shares';
import { TurnCredentialsServiceDefinition } from '@tandem/proto/tandem/turn/v1/turn';
import { render } from '../helm/test/lib/chart.js';
import { provisionedBy } from '../helm/test/lib/secrets.js';
import { services } from '../tools/topology/services.js';

const definitions = {
  identity: IdentityServiceDefinition,
  shares: SharesServiceDefinition,
  billing: BillingServiceDefinition,
  audit: AuditServiceDefinition,
  analytics: AnalyticsServiceDefinition,
  'turn-credentials': TurnCredentialsServiceDefinition,
};
type Callee = keyof typeof definitions;
type Methods = Record<string, { name: string; responseStream: boolean }>;
const callees = Object.keys(definitions) as Callee[];
const methodsOf = (callee: Callee): Methods => definitions[callee].methods;

/**
 * Every name that a certificate can carry, including `web` and `edge`, which no method lists, and `stranger`, which is
 * no service.
 */
const callers = [...services.map(({ name }) => name), 'edge', 'stranger'];

/** What signalling may call; the gateway may call everything else. */
const forSignalling = [
  'identity.authenticate',
  'identity.findEndedSessions',
  'shares.authorizeJoin',
  'shares.getShareInfo',
];
const notForGateway = ['shares.authorizeJoin'];
const forTurnCredentials = ['shares.getShareInfo'];
const forShares = ['identity.findEndedSessions'];

const mayCall = (caller: string, callee: Callee, method: string): boolean => {
  const name = `${callee}.${method}`;
  if (caller === 'signalling') return forSignalling.includes(name);
  if (caller === 'turn-credentials') return forTurnCredentials.includes(name);
  if (caller === 'shares') return forShares.includes(name);
  return caller === 'gateway' && !notForGateway.includes(name);
};

/** Methods without a user: their authority is the caller's, or that of a credential in the request. */
const forServices = [
  'identity.authenticate',
  'identity.createSession',
  'identity.endSession',
  'identity.findEndedSessions',
  'shares.recordDownload',
  'shares.cancelNotice',
  'shares.getShareInfo',
  'billing.handleWebhook',
];
/** Methods for users and visitors. */
const forAnyone = [
  'shares.accessShare',
  'shares.renewGrant',
  'shares.subscribeNotice',
  'shares.authorizeJoin',
  'audit.countersign',
  'analytics.recordTransfer',
  'turn-credentials.issueCredentials',
];
const forAdmins = [
  'identity.getUser',
  'identity.batchGetUsers',
  'identity.listUsers',
  'identity.endSessionsOf',
  'identity.listAdminActions',
  'identity.recordAdminAction',
  'shares.batchGetUsage',
  'billing.batchGetPlans',
  'billing.setPlan',
  'analytics.getConnectionStats',
  'analytics.getUserAnalytics',
  'analytics.getCostInsights',
  'analytics.listRecentTransfers',
  'analytics.getTransfersByDay',
];

const isPublic = (callee: Callee, method: string): boolean =>
  [...forServices, ...forAnyone].includes(`${callee}.${method}`);

describe('the methods in proto/rpc', () => {
  it('belong to the rpc services of services.yaml', () => {
    const rpc = services.filter(({ kind }) => kind === 'rpc').map(({ name }) => name);
    expect([...callees].sort()).toEqual(rpc.sort());
  });

  it.each(callees)('of %s each name their callers', (callee) => {
    const names = new Set(callers);
    for (const [path, allowed] of allowedCallers(definitions[callee])) {
      expect([path, allowed.size]).not.toEqual([path, 0]);
      for (const caller of allowed) expect([path, names.has(caller)]).toEqual([path, true]);
    }
  });

  it.each(callees)('of %s each declare on whose authority they act', (callee) => {
    for (const [path, authority] of authorities(definitions[callee])) {
      expect([path, authority]).not.toEqual([path, undefined]);
    }
  });

  it.each(Object.entries(assertionAudiences))(
    'that %s calls for users are those of the services in the audience of its assertions',
    (caller, audience) => {
      const called = callees.filter((callee) =>
        Object.keys(methodsOf(callee)).some(
          (name) => mayCall(caller, callee, name) && !forServices.includes(`${callee}.${name}`),
        ),
      );
      expect([...audience].sort()).toEqual(called.sort());
    },
  );

  it('name as callers exactly the services that services.yaml connects', () => {
    const named = callees.flatMap((callee) => {
      const all = [...allowedCallers(definitions[callee]).values()].flatMap((set) => [...set]);
      return [...new Set(all)].map((caller) => `${caller} > ${callee}`);
    });
    const connected = services.flatMap(({ name, calls }) =>
      calls.map((callee) => `${name} > ${callee}`),
    );
    expect(named.sort()).toEqual(connected.sort());
  });
});

it('issues a certificate to every service and to the edge, by the Job of the chart', () => {
  const { certificates } = provisionedBy(render({ chart: 'tandem', example: 'minimal' })) ?? {};
  expect(Object.keys(certificates?.services ?? {}).sort()).toEqual(
    callers.filter((name) => name !== 'stranger').sort(),
  );
});

const table = callers.flatMap((caller) => callees.map((callee) => [caller, callee] as const));

describe('a process with the certificate of one service', () => {
  const servers = new Map<Callee, GrpcServer>();
  const reached: string[] = [];

  beforeAll(async () => {
    for (const callee of callees) {
      const methods = Object.entries(methodsOf(callee)).map(([name, { responseStream }]) => {
        const reach = () => void reached.push(`${callee}.${name}`);
        const single = async () => {
          reach();
          return {};
        };
        const stream = async function* () {
          reach();
          yield {};
        };
        return [name, responseStream ? stream : single];
      });
      servers.set(
        callee,
        await serveGrpc({
          host: '127.0.0.1',
          port: 0,
          logger: silentLogger,
          registry: createRegistry(callee),
          credentials: await testCredentials(callee),
          assertions: testAssertions(callee),
          services: [grpcService(definitions[callee], Object.fromEntries(methods) as never)],
        }),
      );
    }
  });
  afterAll(async () => {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  });

  /** Calls every method of a service. Returns the methods whose handler ran and the status codes of the refusals. */
  const callAll = async (caller: string, callee: Callee, options: object) => {
    const client = createGrpcClient(
      definitions[callee] as typeof IdentityServiceDefinition,
      `127.0.0.1:${String(servers.get(callee)?.port)}`,
      { credentials: await testCredentials(caller), service: callee },
    ) as unknown as Record<string, (request: object, options: object) => unknown> & {
      closeChannel(): void;
    };
    const attempt = async (name: string, isStream: boolean): Promise<unknown> => {
      const answer = client[name]?.({}, options);
      try {
        if (isStream) for await (const _part of answer as AsyncIterable<unknown>);
        else await answer;
        return 'reached';
      } catch (error) {
        return (error as { code?: unknown }).code;
      }
    };
    reached.length = 0;
    const outcomes: Record<string, unknown> = {};
    for (const [name, { responseStream }] of Object.entries(methodsOf(callee))) {
      outcomes[name] = await attempt(name, responseStream);
    }
    client.closeChannel();
    return outcomes;
  };

  /** Expected outcomes, and that no other handler ran. */
  const expectOnly = (
    outcomes: Record<string, unknown>,
    callee: Callee,
    expected: (name: string) => unknown,
  ) => {
    const names = Object.keys(outcomes);
    expect(outcomes).toEqual(Object.fromEntries(names.map((name) => [name, expected(name)])));
    expect(reached).toEqual(
      names.filter((name) => expected(name) === 'reached').map((name) => `${callee}.${name}`),
    );
  };

  it.each(table)('as %s reaches only its methods of %s', async (caller, callee) => {
    const use = { presenter: caller, audience: [callee] };
    const options = actingAs({ uid: 'ada', isAdmin: true }, use);
    expectOnly(await callAll(caller, callee, options), callee, (name) =>
      mayCall(caller, callee, name) ? 'reached' : status.PERMISSION_DENIED,
    );
  });

  const withAuthority = table.filter(([caller]) => caller in assertionAudiences);

  it.each(withAuthority)(
    'as %s without an assertion reaches only public methods of %s',
    async (caller, callee) => {
      expectOnly(await callAll(caller, callee, {}), callee, (name) => {
        if (!mayCall(caller, callee, name)) return status.PERMISSION_DENIED;
        return isPublic(callee, name) ? 'reached' : status.UNAUTHENTICATED;
      });
    },
  );

  it.each(withAuthority)(
    "as %s with an ordinary user's assertion reaches no method of %s for admins",
    async (caller, callee) => {
      const use = { presenter: caller, audience: [callee] };
      const outcomes = await callAll(caller, callee, actingAs({ uid: 'ulla' }, use));
      expectOnly(outcomes, callee, (name) =>
        mayCall(caller, callee, name) && !forAdmins.includes(`${callee}.${name}`)
          ? 'reached'
          : status.PERMISSION_DENIED,
      );
    },
  );

  it.each(withAuthority)(
    'as %s with an assertion for another service is refused at %s',
    async (caller, callee) => {
      const audience = callees.filter((name) => name !== callee);
      const options = actingAs({ uid: 'ada', isAdmin: true }, { presenter: caller, audience });
      expectOnly(await callAll(caller, callee, options), callee, (name) => {
        if (!mayCall(caller, callee, name)) return status.PERMISSION_DENIED;
        return forServices.includes(`${callee}.${name}`) ? 'reached' : status.UNAUTHENTICATED;
      });
    },
  );
});
