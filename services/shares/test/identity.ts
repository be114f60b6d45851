import { createRegistry, silentLogger } from '@tandem/kit';
import { createGrpcClient, grpcService, serveGrpc, type Authority } from '@tandem/kit/grpc';
import {
  testAssertions,
  testCredentials,
  testDeadlineMs,
  unlimitedAdmission,
} from '@tandem/kit/testing';
import {
  IdentityServiceDefinition,
  type IdentityServiceImplementation,
} from '@tandem/proto/tandem/identity/v1/identity';

const refuse = (): Promise<never> => Promise.reject(new Error('shares does not call this'));
const others = Object.fromEntries(
  Object.keys(IdentityServiceDefinition.methods).map((name) => [name, refuse]),
);

/** Identity as shares calls it, over gRPC: every session is live until it is in `ended`. */
export const startIdentity = async () => {
  const ended = new Set<string>();
  const registry = createRegistry('test');
  const answers = {
    ...others,
    findEndedSessions: async ({ ids }: { ids: string[] }) => ({
      ids: ids.filter((id) => ended.has(id)),
    }),
  };
  const server = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    registry,
    credentials: await testCredentials('identity'),
    assertions: testAssertions('identity'),
    admission: unlimitedAdmission(registry),
    services: [
      grpcService(
        IdentityServiceDefinition,
        answers as unknown as IdentityServiceImplementation<Authority>,
      ),
    ],
  });
  const client = createGrpcClient(IdentityServiceDefinition, `127.0.0.1:${server.port}`, {
    credentials: await testCredentials('shares'),
    service: 'identity',
    deadlineMs: testDeadlineMs,
  });
  return {
    client,
    ended,
    stop: async (): Promise<void> => {
      client.closeChannel();
      await server.stop();
    },
  };
};
