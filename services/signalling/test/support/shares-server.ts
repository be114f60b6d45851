import { createRegistry, silentLogger, type Keyring } from '@tandem/kit';
import { createGrpcClient, grpcService, serveGrpc } from '@tandem/kit/grpc';
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
import { createAuthority } from '../../src/access/authorize-with-shares.js';

/** What the two services answer to a join; may throw. */
export interface JoinAnswers {
  authorizeJoin(request: AccessShareRequest): AuthorizeJoinResult;
  authenticate(request: AuthenticateRequest): User;
}

/** Calls that no join makes. */
const others = (definition: { methods: object }) =>
  Object.fromEntries(
    Object.keys(definition.methods).map((name) => [
      name,
      () => Promise.reject(new Error(`${name} is not for joins`)),
    ]),
  );

/** The real authority, in front of shares and identity that speak real gRPC and answer as told. */
export const startAuthority = async (keys: Keyring, answers: JoinAnswers) => {
  const server = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    registry: createRegistry('test'),
    services: [
      grpcService(SharesServiceDefinition, {
        ...others(SharesServiceDefinition),
        authorizeJoin: async (request: AccessShareRequest) => answers.authorizeJoin(request),
      } as unknown as SharesServiceImplementation),
      grpcService(IdentityServiceDefinition, {
        ...others(IdentityServiceDefinition),
        authenticate: async (request: AuthenticateRequest) => answers.authenticate(request),
      } as unknown as IdentityServiceImplementation),
    ],
  });
  const address = `127.0.0.1:${server.port}`;
  const shares = createGrpcClient(SharesServiceDefinition, address);
  const identity = createGrpcClient(IdentityServiceDefinition, address);
  return {
    authority: createAuthority({
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
