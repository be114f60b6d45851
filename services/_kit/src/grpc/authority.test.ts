import { randomBytes } from 'node:crypto';
import { Metadata, Status } from 'nice-grpc';
import { silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import {
  publicKeysOf,
  signingKeys,
  verificationKeys,
  type VerificationKeys,
} from '../security/ed25519.js';
import { parseKeyring } from '../security/keyring.js';
import {
  actingAs,
  actingFor,
  testAssertion,
  testAssertionKeys,
  testCredentials,
} from '../testing/credentials.js';
import { testDeadlineMs } from '../testing/deadline.js';
import { onBehalfOf, subjectOf, userOf, type Authority } from './authority.js';
import { createGrpcClient } from './client.js';
import { grpcService, serveGrpc, type GrpcServer } from './server.js';

interface Note {
  text: string;
}
const json = {
  encode: (note: Note) => ({ finish: () => Buffer.from(JSON.stringify(note)) }),
  decode: (data: Uint8Array) => JSON.parse(Buffer.from(data).toString()) as Note,
  fromPartial: (note: Partial<Note>): Note => ({ text: '', ...note }),
};
const method = <Name extends string, Streams extends boolean>(
  name: Name,
  actsFor: number,
  responseStream: Streams,
) =>
  ({
    name,
    requestType: json,
    requestStream: false,
    responseType: json,
    responseStream,
    options: actingFor(actsFor, 'gateway', 'signalling'),
  }) as const;
const NotesDefinition = {
  name: 'Notes',
  fullName: 'test.Notes',
  methods: {
    undeclared: method('undeclared', 0, false),
    unknown: method('unknown', 9, false),
    service: method('service', 1, false),
    anyone: method('anyone', 2, false),
    user: method('user', 3, false),
    admin: method('admin', 4, false),
    stream: method('stream', 3, true),
  },
} as const;
const unaryNames = ['undeclared', 'unknown', 'service', 'anyone', 'user', 'admin'] as const;
type Name = (typeof unaryNames)[number];

const registry = createRegistry('test');
const running: (() => Promise<void> | void)[] = [];
let server: GrpcServer;
let handled: Authority[] = [];

const startServer = async (keys: VerificationKeys = testAssertionKeys) => {
  const handle = async (_note: Note, { caller, user }: Authority) => {
    handled.push({ caller, user });
    return { text: user?.uid ?? 'visitor' };
  };
  const own = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    registry,
    credentials: await testCredentials('notes'),
    assertions: { audience: 'notes', keys },
    services: [
      grpcService(NotesDefinition, {
        ...(Object.fromEntries(unaryNames.map((name) => [name, handle])) as Record<
          Name,
          typeof handle
        >),
        stream: async function* (note, authority) {
          yield await handle(note, authority);
        },
      }),
    ],
  });
  running.push(() => own.stop());
  return own;
};

beforeAll(async () => {
  server = await startServer();
});
beforeEach(() => {
  handled = [];
});
afterAll(async () => {
  for (const stop of running.reverse()) await stop();
});

/** A process with the certificate of one service. */
const connect = async (caller: string, { port } = server) => {
  const client = createGrpcClient(NotesDefinition, `127.0.0.1:${port}`, {
    credentials: await testCredentials(caller),
    service: 'notes',
    deadlineMs: testDeadlineMs,
  });
  running.push(() => client.closeChannel());
  return client;
};

const forNotes = { audience: ['notes'] };
const asUser = (uid: string) => actingAs({ uid }, forNotes);
const asAdmin = () => actingAs({ uid: 'ada', isAdmin: true }, forNotes);
const unauthenticated = { code: Status.UNAUTHENTICATED };
const denied = { code: Status.PERMISSION_DENIED };

/** Answers of every method; the code of a refusal. */
const answersTo = async (options: ReturnType<typeof onBehalfOf>) => {
  const client = await connect('gateway');
  const answers: Record<string, unknown> = {};
  for (const name of unaryNames) {
    answers[name] = await client[name]({}, options).then(
      ({ text }) => text,
      (error: unknown) => Status[(error as { code: Status }).code],
    );
  }
  return answers;
};

describe('the authority that a method requires', () => {
  const undeclared = { undeclared: 'PERMISSION_DENIED', unknown: 'PERMISSION_DENIED' };

  it('is checked without an assertion', async () => {
    expect(await answersTo({})).toEqual({
      ...undeclared,
      service: 'visitor',
      anyone: 'visitor',
      user: 'UNAUTHENTICATED',
      admin: 'UNAUTHENTICATED',
    });
  });

  it('is checked for a user', async () => {
    expect(await answersTo(asUser('ulla'))).toEqual({
      ...undeclared,
      service: 'visitor',
      anyone: 'ulla',
      user: 'ulla',
      admin: 'PERMISSION_DENIED',
    });
  });

  it('is checked for an admin', async () => {
    expect(await answersTo(asAdmin())).toEqual({
      ...undeclared,
      service: 'visitor',
      anyone: 'ada',
      user: 'ada',
      admin: 'ada',
    });
  });

  it('is checked before a stream begins', async () => {
    const client = await connect('gateway');
    const read = async (options = {}) => {
      const texts: string[] = [];
      for await (const { text } of client.stream({}, options)) texts.push(text);
      return texts;
    };
    await expect(read()).rejects.toMatchObject(unauthenticated);
    expect(handled).toEqual([]);
    expect(await read(asUser('ulla'))).toEqual(['ulla']);
  });
});

describe('a handler', () => {
  it('receives the user of the assertion and the caller of the certificate', async () => {
    const signedInAt = new Date('2030-01-01T00:00:00Z');
    const user = { uid: 'ulla', isAdmin: false, sessionId: 's1', signedInAt };
    await (await connect('gateway')).user({}, actingAs(user, forNotes));
    expect(handled).toEqual([{ caller: 'gateway', user }]);
  });

  it('does not receive a caller that the client names', async () => {
    const metadata = Metadata({ 'x-verified-caller': 'gateway' });
    await (await connect('signalling')).anyone({}, { metadata });
    expect(handled).toMatchObject([{ caller: 'signalling' }]);
  });

  it('reads the data of its user or, for an admin, of any user', () => {
    const user = { uid: 'ulla', isAdmin: false, sessionId: '', signedInAt: new Date() };
    const of = (isAdmin: boolean, uid: string) =>
      subjectOf({ caller: 'gateway', user: { ...user, isAdmin } }, uid);
    expect([of(false, 'ulla'), of(true, 'olga')]).toEqual(['ulla', 'olga']);
    for (const uid of ['olga', '']) {
      expect(() => of(false, uid)).toThrow('You can only access your own data.');
    }
    expect(() => userOf({ caller: 'gateway', user: undefined })).toThrow(/does not act/);
  });
});

describe('an assertion', () => {
  const now = Date.now();
  const otherKeys = signingKeys(parseKeyring(`test:${randomBytes(32).toString('base64url')}`));
  const sign = (options: Parameters<typeof testAssertion>[1]) =>
    testAssertion({ uid: 'victim', isAdmin: true }, { ...forNotes, ...options });
  const changed = (token: string) => {
    const [head, , signature] = token.split('.');
    const claims = { sub: 'victim', azp: 'gateway', aud: 'notes', admin: true, exp: 9_999_999_999 };
    const body = Buffer.from(JSON.stringify({ ...claims, sid: 's', auth_time: 1 }));
    return `${head}.${body.toString('base64url')}.${signature}`;
  };

  it.each<[string, string, string]>([
    ['has expired', sign({ now: new Date(now - 61_000) }), 'expired-token'],
    ['is signed by another key', sign({ keys: otherKeys }), 'invalid-token'],
    ['is for another service', sign({ audience: ['shares', 'billing'] }), 'invalid-token'],
    ['is for no service', sign({ audience: [] }), 'invalid-token'],
    ['belongs to another caller', sign({ presenter: 'signalling' }), 'invalid-token'],
    ['belongs to its receiver', sign({ presenter: 'notes' }), 'invalid-token'],
    ['names no user', testAssertion({ uid: '', isAdmin: true }, forNotes), 'invalid-token'],
    ['was changed after it was signed', changed(sign({})), 'invalid-token'],
    ['is empty', '', 'invalid-token'],
    ['is not a token', 'victim', 'invalid-token'],
    ['is too long', 'x'.repeat(3_000), 'invalid-token'],
  ])('is refused when it %s', async (_how, assertion, reason) => {
    const client = await connect('gateway');
    const options = onBehalfOf({ assertion });
    for (const name of ['anyone', 'user', 'admin'] as const) {
      await expect(client[name]({}, options)).rejects.toMatchObject(unauthenticated);
    }
    expect(handled).toEqual([]);
    expect(await registry.metrics()).toMatch(
      new RegExp(
        `^grpc_server_refused_assertions_total\\{(?=.*reason="${reason}")(?=.*/test.Notes/user)`,
        'm',
      ),
    );
  });

  it('issued to one caller is refused from another, even after it has been used', async () => {
    const options = onBehalfOf({ assertion: sign({}) });
    await (await connect('gateway')).user({}, options);
    await expect((await connect('signalling')).user({}, options)).rejects.toMatchObject(
      unauthenticated,
    );
  });

  it('is refused once it expires, even after it has been used', async () => {
    let at = new Date();
    const clocked = await serveGrpc({
      host: '127.0.0.1',
      port: 0,
      logger: silentLogger,
      registry,
      credentials: await testCredentials('notes'),
      assertions: { audience: 'notes', keys: testAssertionKeys, now: () => at },
      services: [
        grpcService(NotesDefinition, {
          ...Object.fromEntries(unaryNames.map((name) => [name, async () => ({ text: name })])),
          stream: async function* () {},
        } as never),
      ],
    });
    running.push(() => clocked.stop());
    const client = await connect('gateway', clocked);
    const options = asUser('ulla');
    expect(await client.user({}, options)).toEqual({ text: 'user' });
    at = new Date(at.getTime() + 61_000);
    await expect(client.user({}, options)).rejects.toMatchObject(unauthenticated);
  });

  it('is accepted with every key of the ring, so that keys rotate', async () => {
    const seed = (kid: string) => `${kid}:${randomBytes(32).toString('base64url')}`;
    const [before, after] = [seed('before'), seed('after')];
    const both = parseKeyring(publicKeysOf(`${before},${after}`));
    const rotating = await startServer(verificationKeys(both));
    const client = await connect('gateway', rotating);
    for (const ring of [before, after]) {
      const options = actingAs(
        { uid: 'ulla' },
        { ...forNotes, keys: signingKeys(parseKeyring(ring)) },
      );
      expect(await client.user({}, options)).toEqual({ text: 'ulla' });
    }
    await expect(client.user({}, asUser('ulla'))).rejects.toMatchObject(unauthenticated);
  });

  it('does not replace the permission to call', async () => {
    const client = await connect('billing');
    const options = actingAs({ uid: 'ada', isAdmin: true }, { ...forNotes, presenter: 'billing' });
    await expect(client.admin({}, options)).rejects.toMatchObject(denied);
    expect(handled).toEqual([]);
  });
});
