import {
  Metadata,
  ServerError,
  Status,
  type CallContext,
  type CompatServiceDefinition,
  type ServerMiddlewareCall,
} from 'nice-grpc';
import { ServiceError } from '../errors.js';
import type { Logger } from '../observability/log.js';
import { counter, type Registry } from '../observability/metrics.js';
import type { AssertedUser, VerifyAssertion } from '../security/assertions.js';
import { callerKey } from './callers.js';
import { actsForTag, optionsOf } from './method-options.js';

/** Metadata key of the assertion. */
const assertionKey = 'x-user-assertion';

/** Options of a call on behalf of a user; without an assertion, of a visitor. */
export const onBehalfOf = (user: { assertion: string } | undefined): { metadata?: Metadata } =>
  user ? { metadata: Metadata({ [assertionKey]: user.assertion }) } : {};

/** Part of the context of every handler. */
export interface Authority {
  /** The calling service, by its certificate. */
  caller: string;
  /** The user that the caller acts for; undefined for visitors and where a method acts for a service. */
  user: AssertedUser | undefined;
}

/** Values of `tandem.rpc.v1.ActsFor`. */
const actsFor = { service: 1, anyone: 2, user: 3, admin: 4 } as const;
type ActsFor = (typeof actsFor)[keyof typeof actsFor];

const isActsFor = (value: number): value is ActsFor =>
  (Object.values(actsFor) as number[]).includes(value);

/** On whose authority each method acts, by the method's path; undefined without the option. */
export const authorities = (
  definition: CompatServiceDefinition,
): ReadonlyMap<string, ActsFor | undefined> =>
  new Map(
    optionsOf(definition, actsForTag).map(([path, [value]]) => {
      const number = value?.[0] ?? 0;
      return [path, isActsFor(number) ? number : undefined];
    }),
  );

/** The user of a method that acts for users. */
export const userOf = ({ user }: Authority): AssertedUser => {
  if (!user) throw new Error('the method does not act for a user');
  return user;
};

/** Whose data a call concerns: the user's own or, for an admin, any user's. */
export const subjectOf = (authority: Authority, uid: string): string => {
  const user = userOf(authority);
  if (uid === user.uid || user.isAdmin) return uid;
  throw new ServiceError('permission-denied', 'foreign-user', 'You can only access your own data.');
};

const reasonOf = (error: unknown): string =>
  error instanceof ServiceError ? error.reason : 'unexpected';

/**
 * Verifies the assertion of a call before its handler runs. Refusals have no reason for clients: they mean that a
 * service is misconfigured or attacked, not that a user has to sign in.
 */
export const authorityMiddleware = (options: {
  definitions: readonly CompatServiceDefinition[];
  verify: VerifyAssertion;
  logger: Logger;
  registry: Registry;
}) => {
  const required = new Map(options.definitions.flatMap((one) => [...authorities(one)]));
  const refused = counter(
    options.registry,
    'grpc_server_refused_assertions_total',
    'Calls without the authority that the method requires.',
    ['caller', 'method', 'reason'],
  );
  const refuse = (code: Status, reason: string, caller: string, method: string): never => {
    const facts = { caller, method, reason };
    refused.inc(facts);
    options.logger.info({ securityEvent: 'assertion-refused', ...facts }, 'assertion refused');
    throw new ServerError(code, 'A valid user assertion is required');
  };

  const authorityOf = async (path: string, { metadata }: CallContext): Promise<Authority> => {
    const caller = metadata.get(callerKey) ?? '';
    const wanted = required.get(path);
    if (!required.has(path) || wanted === actsFor.service) return { caller, user: undefined };
    if (wanted === undefined) return refuse(Status.PERMISSION_DENIED, 'undeclared', caller, path);
    const assertion = metadata.get(assertionKey);
    if (assertion === undefined) {
      if (wanted === actsFor.anyone) return { caller, user: undefined };
      return refuse(Status.UNAUTHENTICATED, 'no-assertion', caller, path);
    }
    let user: AssertedUser;
    try {
      user = await options.verify(assertion, caller);
    } catch (error) {
      return refuse(Status.UNAUTHENTICATED, reasonOf(error), caller, path);
    }
    if (wanted === actsFor.admin && !user.isAdmin) {
      return refuse(Status.PERMISSION_DENIED, 'not-an-admin', caller, path);
    }
    return { caller, user };
  };

  return async function* <Request, Response>(
    call: ServerMiddlewareCall<Request, Response, Authority>,
    context: CallContext,
  ) {
    const authority = await authorityOf(call.method.path, context);
    return yield* call.next(call.request, { ...context, ...authority });
  };
};
