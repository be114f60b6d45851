import { createRegistry, silentLogger, type VerificationKeys } from '@tandem/kit';
import { createGrpcClient, grpcService, serveGrpc, type Authority } from '@tandem/kit/grpc';
import {
  fakeCredentials,
  testAssertion,
  testAssertions,
  testDeadlineMs,
} from '@tandem/kit/testing';
import {
  IdentityServiceDefinition,
  type AuthenticateRequest,
  type IdentityServiceImplementation,
  type User,
} from '@tandem/proto/tandem/identity/v1/identity';
import {
  SharesServiceDefinition,
  type AccessShareRequest,
  type AuthorizeJoinResult,
  type SharesServiceImplementation,
} from '@tandem/proto/tandem/shares/v1/shares';
import { createAuthorize } from '../../src/access/authorize-with-shares.js';

/** Replies of the two services to a join; may throw. */
export interface JoinAnswers {
  /** None by default. */
  hasEnded?(sessionId: string): boolean;
  authorizeJoin(request: AccessShareRequest, callerUid: string): AuthorizeJoinResult;
  authenticate(request: AuthenticateRequest): User;
}

/** Rejects the calls that no join makes. */
const others = (definition: { methods: object }) =>
  Object.fromEntries(
    Object.keys(definition.methods).map((name) => [
      name,
      () => Promise.reject(new Error(`${name} is not part of a join`)),
    ]),
  );

/** The real `authorize`, with fakes of shares and identity behind real gRPC. */
export const startAuthorize = async (keys: VerificationKeys, answers: JoinAnswers) => {
  const { server: serverCredentials, client: credentials } = await fakeCredentials('signalling');
  const server = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    registry: createRegistry('test'),
    credentials: serverCredentials,
    assertions: testAssertions('fakes'),
    services: [
      grpcService(SharesServiceDefinition, {
        ...others(SharesServiceDefinition),
        authorizeJoin: async (request: AccessShareRequest, { user }: Authority) =>
          answers.authorizeJoin(request, user?.uid ?? ''),
      } as unknown as SharesServiceImplementation<Authority>),
      grpcService(IdentityServiceDefinition, {
        ...others(IdentityServiceDefinition),
        authenticate: async (request: AuthenticateRequest) => {
          const user = answers.authenticate(request);
          const use = { presenter: 'signalling', audience: ['fakes'] };
          const sessionId = `session-of-${user.uid}`;
          return { user, assertion: testAssertion({ uid: user.uid }, use), sessionId };
        },
        findEndedSessions: async ({ ids }: { ids: string[] }) => ({
          ids: ids.filter((id) => answers.hasEnded?.(id)),
        }),
      } as unknown as IdentityServiceImplementation<Authority>),
    ],
  });
  const address = `127.0.0.1:${server.port}`;
  const shares = createGrpcClient(SharesServiceDefinition, address, {
    credentials,
    service: 'shares',
    deadlineMs: testDeadlineMs,
  });
  const identity = createGrpcClient(IdentityServiceDefinition, address, {
    credentials,
    service: 'identity',
    deadlineMs: testDeadlineMs,
  });
  return {
    authorize: createAuthorize({
      shares,
      identity,
      keys,
      logger: silentLogger,
      nowMs: Date.now,
    }),
    stop: async () => {
      shares.closeChannel();
      identity.closeChannel();
      await server.stop();
    },
  };
};
