import { callersTag } from '../grpc/callers.js';
import { fixedCertificates } from '../grpc/certificates.js';
import { peerCredentials, type PeerCredentials } from '../grpc/peer-credentials.js';
import { createAuthority, type Authority } from '../certificates/authority.js';

let authority: Promise<Authority> | undefined;

/** The authority of this test process. */
export const testAuthority = (): Promise<Authority> => (authority ??= createAuthority());

/** Mutual TLS with the identity of a service, under the authority of this test process. */
export const testCredentials = async (service: string): Promise<PeerCredentials> =>
  peerCredentials(fixedCertificates(await (await testAuthority()).issue(service)));

/** For a server with fakes of several services: its clients accept the identity `fakes` as any of them. */
export const fakeCredentials = async (
  caller: string,
): Promise<{ server: PeerCredentials; client: PeerCredentials }> => {
  const [server, client] = await Promise.all([testCredentials('fakes'), testCredentials(caller)]);
  return { server, client: { ...client, clientOf: () => client.clientOf('fakes') } };
};

/** Options of a method in a handwritten definition, as the compiler generates them for the option `callers`. */
export const callableBy = (...services: string[]) => ({
  _unknownFields: {
    [callersTag]: services.map((name) => Buffer.from([name.length, ...Buffer.from(name)])),
  },
});
