import { randomBytes } from 'node:crypto';
import { createAuthority, type Authority } from '../certificates/authority.js';
import { onBehalfOf } from '../grpc/authority.js';
import { fixedCertificates } from '../grpc/certificates.js';
import { actsForTag, callersTag } from '../grpc/method-options.js';
import { peerCredentials, type PeerCredentials } from '../grpc/peer-credentials.js';
import { signAssertion, type AssertedUser } from '../security/assertions.js';
import { signingKeys } from '../security/ed25519.js';
import { parseKeyring } from '../security/keyring.js';

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

/** Options of a method in a handwritten definition, as the compiler generates them. */
const methodOptions = (actsFor: number, services: readonly string[]) => ({
  _unknownFields: {
    [callersTag]: services.map((name) => Buffer.from([name.length, ...Buffer.from(name)])),
    ...(actsFor > 0 && { [actsForTag]: [Buffer.from([actsFor])] }),
  },
});

/** A method that acts for these services. */
export const callableBy = (...services: string[]) => methodOptions(1, services);

/** A method on the authority of `tandem.rpc.v1.ActsFor`; 0 leaves the option out. */
export const actingFor = (actsFor: number, ...services: string[]) =>
  methodOptions(actsFor, services);

/** Signs the assertions of this test process. */
export const testAssertionKeys = signingKeys(
  parseKeyring(`test:${randomBytes(32).toString('base64url')}`),
);

/** Verifies them, at a server under test. */
export const testAssertions = (audience: string) => ({ audience, keys: testAssertionKeys });

const everyService = [
  'identity',
  'shares',
  'billing',
  'audit',
  'analytics',
  'turn-credentials',
  'fakes',
];

/** An assertion of this test process, by default of an ordinary user and for every service. */
export const testAssertion = (
  user: Partial<AssertedUser> & { uid: string },
  options: Partial<Parameters<typeof signAssertion>[1]> = {},
): string =>
  signAssertion(
    { isAdmin: false, sessionId: `session-of-${user.uid}`, signedInAt: new Date(), ...user },
    { keys: testAssertionKeys, presenter: 'gateway', audience: everyService, ...options },
  );

/** Options of a call on behalf of a user, with an assertion of this test process. */
export const actingAs = (...args: Parameters<typeof testAssertion>) =>
  onBehalfOf({ assertion: testAssertion(...args) });

type AnyMethod = (request: object, options?: object) => unknown;

/** A client all of whose calls are on behalf of a user. */
export const clientFor = <Client extends object>(
  client: Client,
  ...[user, options]: Parameters<typeof testAssertion>
): Client =>
  new Proxy(client, {
    get: (target, name) => {
      const method = Reflect.get(target, name) as AnyMethod;
      return (request: object, own: object = {}) =>
        method(request, { ...actingAs(user, options), ...own });
    },
  });
