import { randomBytes } from 'node:crypto';
import { parseKeyring, ServiceError, signClaims, signingKeys, silentLogger } from '@tandem/kit';
import { createGrpcClient } from '@tandem/kit/grpc';
import { testCredentials } from '@tandem/kit/testing';
import {
  IdentityServiceDefinition,
  User,
  type AuthenticateRequest,
} from '@tandem/proto/tandem/identity/v1/identity';
import {
  SharesServiceDefinition,
  type AccessShareRequest,
} from '@tandem/proto/tandem/shares/v1/shares';
import { createAuthorize } from '../src/access/authorize-with-shares.js';
import type { Authorize, JoinRequest } from '../src/access/authorize.js';
import { closeReasons } from '../src/protocol/close-codes.js';
import { startAuthorize } from './support/shares-server.js';

/** Roles (protocol.md §1), with fakes of the two services behind real gRPC. */
const keyring = () => signingKeys(parseKeyring(`k:${randomBytes(32).toString('base64url')}`));
const keys = keyring();
const expiresAt = new Date('2030-01-01T00:00:00Z');

let calls: (AccessShareRequest & { callerUid: string })[] = [];
let authorize: Authorize;
let stop: () => Promise<void>;

/** Follows the contract of shares; the password selects the outcome. */
const authorizeJoin = (request: AccessShareRequest, callerUid: string) => {
  calls.push({ ...request, callerUid });
  if (request.shareId === 'ended')
    throw new ServiceError('failed-precondition', 'share-ended', 'Stopped.');
  if (callerUid === 'owner-uid') {
    return { role: 'sender', viewerId: 'theirs', shareExpiresAt: expiresAt, epoch: 0 };
  }
  if (request.password === 'throttled') {
    throw new ServiceError('resource-exhausted', 'too-many-attempts', 'Wait.', {
      retryAfterSeconds: 30,
    });
  }
  if (request.password === 'broken') throw new Error('a bug');
  if (request.password !== 'right') {
    throw new ServiceError('permission-denied', 'access-denied', 'No.');
  }
  return { role: 'receiver', viewerId: 'theirs', shareExpiresAt: expiresAt, epoch: 0 };
};

const authenticate = ({ credential }: AuthenticateRequest) => {
  const cookie = credential?.$case === 'sessionCookie' ? credential.value : '';
  if (cookie === 'stale') {
    throw new ServiceError('unauthenticated', 'revoked-session', 'Sign in again.');
  }
  return User.fromPartial({ uid: `${cookie}-uid` });
};

const hasEnded = (sessionId: string) => sessionId === 'ended-session';

beforeAll(async () => {
  ({ authorize, stop } = await startAuthorize(keys, { authorizeJoin, authenticate, hasEnded }));
});
afterAll(() => stop());
beforeEach(() => {
  calls = [];
});

const request = (part: Partial<JoinRequest>): JoinRequest => ({
  shareId: 's',
  peerId: 'p',
  password: '',
  grant: '',
  sessionCookie: '',
  ipAddress: '192.0.2.1',
  userAgent: 'Browser/1',
  traceparent: '',
  ...part,
});

const grantFor = async (
  claims: Record<string, unknown>,
  options: Partial<Parameters<typeof signClaims>[1]> = {},
) => signClaims(claims, { keys, audience: 'grant', ttlSeconds: 600, ...options }).token;

const claims = { shareId: 's', role: 'receiver', viewerId: 'v' };

describe('a grant', () => {
  it.each([
    ['sender', 'session-1'],
    ['receiver', ''],
  ])('binds a %s to the session that it was issued for: %j', async (role, sessionId) => {
    const grant = await grantFor({ ...claims, role, sessionId: 'session-1' });
    expect(await authorize(request({ grant }))).toMatchObject({ role, sessionId });
  });

  it('admits a receiver synchronously, without a call', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const verdict = authorize(request({ grant: await grantFor(claims) }));
    expect(verdict).toMatchObject({
      outcome: 'admitted',
      role: 'receiver',
      viewerId: 'v',
      credential: 'grant',
    });
    expect(verdict).toHaveProperty('assertedAtMs', expect.any(Number));
    const { assertedAtMs } = verdict as { assertedAtMs: number };
    expect(assertedAtMs).toBeGreaterThanOrEqual(before);
    expect(calls).toEqual([]);
  });

  describe('of a sender whose session has ended', () => {
    const ofEndedSession = () =>
      grantFor({ ...claims, role: 'sender', sessionId: 'ended-session' });

    it.each([
      ['alone', ''],
      ['beside the cookie of that session', 'stale'],
    ])('%s is refused', async (_how, sessionCookie) => {
      const grant = await ofEndedSession();
      expect(await authorize(request({ grant, sessionCookie }))).toEqual({
        outcome: 'refused',
        closeReason: closeReasons.sessionEnded,
      });
    });

    it('does not prevent access by the cookie of a later session', async () => {
      const grant = await ofEndedSession();
      expect(await authorize(request({ grant, sessionCookie: 'owner' }))).toMatchObject({
        role: 'sender',
        credential: 'session',
        sessionId: 'session-of-owner-uid',
      });
    });
  });

  it.each<[string, () => Promise<string>]>([
    ['for another share', () => grantFor({ ...claims, shareId: 'other' })],
    ['for an unknown role', () => grantFor({ ...claims, role: 'admin' })],
    ['without a viewer ID', () => grantFor({ shareId: 's', role: 'receiver' })],
    ['for another audience', () => grantFor(claims, { audience: 'session' })],
    ['signed by another ring', () => grantFor(claims, { keys: keyring() })],
    ['that has expired', () => grantFor(claims, { now: new Date(Date.now() - 601_000) })],
    ['that is not a token', async () => 'grant'],
  ])('%s is refused', async (_case, make) => {
    const verdict = await authorize(request({ grant: await make() }));
    expect(verdict).toEqual({ outcome: 'refused', closeReason: closeReasons.accessDenied });
  });

  it('that has expired does not prevent access by password', async () => {
    const verdict = await authorize(request({ grant: 'old', password: 'right' }));
    expect(verdict).toMatchObject({ outcome: 'admitted', credential: 'password' });
  });
});

describe('a password', () => {
  it('admits a receiver, and passes the client to shares for throttling and audit', async () => {
    const verdict = await authorize(request({ password: 'right' }));
    expect(verdict).toMatchObject({
      outcome: 'admitted',
      role: 'receiver',
      viewerId: 'theirs',
      shareExpiresAtMs: expiresAt.getTime(),
      credential: 'password',
    });
    expect(calls).toMatchObject([
      {
        shareId: 's',
        password: 'right',
        callerUid: '',
        client: { ipAddress: '192.0.2.1', userAgent: 'Browser/1' },
      },
    ]);
  });

  it.each([
    ['wrong', closeReasons.accessDenied],
    ['throttled', closeReasons.tooManyAttempts],
    ['broken', closeReasons.unavailable],
    ['', closeReasons.accessDenied],
  ])('"%s" is refused with the matching reason', async (password, closeReason) => {
    expect(await authorize(request({ password }))).toEqual({
      outcome: 'refused',
      closeReason,
    });
  });
});

describe('a session cookie', () => {
  it('admits the share owner as sender', async () => {
    const verdict = await authorize(request({ sessionCookie: 'owner' }));
    expect(verdict).toMatchObject({
      outcome: 'admitted',
      role: 'sender',
      credential: 'session',
      sessionId: 'session-of-owner-uid',
    });
  });

  it('does not bind a receiver with a password to its session', async () => {
    const verdict = await authorize(request({ sessionCookie: 'visitor', password: 'right' }));
    expect(verdict).toMatchObject({ outcome: 'admitted', role: 'receiver', sessionId: '' });
  });

  it('of another user is refused without the password and admitted with it', async () => {
    const sessionCookie = 'visitor';
    expect(await authorize(request({ sessionCookie }))).toMatchObject({
      outcome: 'refused',
    });
    expect(await authorize(request({ sessionCookie, password: 'right' }))).toMatchObject({
      outcome: 'admitted',
      role: 'receiver',
    });
  });

  it('closes the join of an owner to an ended share as an end of the share', async () => {
    expect(await authorize(request({ sessionCookie: 'owner', shareId: 'ended' }))).toEqual({
      outcome: 'refused',
      closeReason: closeReasons.shareEnded,
    });
  });

  it.each([
    ['alone asks for a new sign-in', '', closeReasons.sessionEnded],
    ['beside an old grant is refused like the grant', 'old', closeReasons.accessDenied],
  ])('that has expired %s', async (_what, grant, closeReason) => {
    expect(await authorize(request({ sessionCookie: 'stale', grant }))).toEqual({
      outcome: 'refused',
      closeReason,
    });
    expect(calls).toEqual([]);
  });

  it('that has expired is ignored', async () => {
    const verdict = await authorize(request({ sessionCookie: 'stale', password: 'right' }));
    expect(verdict).toMatchObject({ outcome: 'admitted' });
    expect(calls[0]?.callerUid).toBe('');
  });
});

describe('unavailable services', () => {
  it('refuse the join as retryable, except with a grant', async () => {
    const credentials = await testCredentials('signalling');
    const unreachable = createGrpcClient(SharesServiceDefinition, '127.0.0.1:1', {
      credentials,
      service: 'shares',
      deadlineMs: 500,
    });
    const identity = createGrpcClient(IdentityServiceDefinition, '127.0.0.1:1', {
      credentials,
      service: 'identity',
      deadlineMs: 500,
    });
    const alone = createAuthorize({
      shares: unreachable,
      identity,
      keys,
      logger: silentLogger,
      nowMs: Date.now,
    });
    expect(await alone(request({ password: 'right' }))).toEqual({
      outcome: 'refused',
      closeReason: closeReasons.unavailable,
    });
    for (const role of ['receiver', 'sender']) {
      const grant = await grantFor({ ...claims, role, sessionId: 'session-1' });
      expect(await alone(request({ grant }))).toMatchObject({ outcome: 'admitted', role });
    }
    unreachable.closeChannel();
    identity.closeChannel();
  });
});
