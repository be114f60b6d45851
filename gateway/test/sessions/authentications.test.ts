import { ServiceError } from '@tandem/kit';
import { cacheAuthentications } from '../../src/authentications.js';
import type { Services } from '../../src/clients.js';
import { alice, authenticated, cookie, startGateway } from '../support/harness.js';

const freshForMs = 10_000;
const credential = { $case: 'sessionCookie', value: 'secret' } as const;

/** An identity service whose calls end when the test releases them. */
const startIdentity = (fresh = freshForMs) => {
  const pending: { answer(): void; refuse(): void }[] = [];
  const clock = { now: 0 };
  const asked: unknown[] = [];
  const done = () => Promise.resolve({});
  const identity = {
    authenticate: (request: unknown) => {
      asked.push(request);
      return new Promise((resolve, reject) => {
        pending.push({
          answer: () => resolve({ ...authenticated(alice), freshForMs: fresh }),
          refuse: () => reject(new ServiceError('unauthenticated', 'revoked-session', '')),
        });
      });
    },
    endSession: done,
    endUserSession: done,
    endOtherSessions: done,
    endSessionsOf: done,
    revokeSessions: done,
    deleteUser: () => Promise.reject(new Error('timed out')),
  } as unknown as Services['identity'];
  const caching = cacheAuthentications(identity, () => clock.now);
  const authenticate = async (value: string = credential.value) => {
    const answer = caching.authenticate({ credential: { ...credential, value } });
    pending.shift()?.answer();
    return answer;
  };
  return { caching, authenticate, asked, pending, clock };
};

describe('an answer about a credential', () => {
  it('is used again while it is fresh, counted from the beginning of the call', async () => {
    const { caching, authenticate, asked, pending, clock } = startIdentity();
    const first = caching.authenticate({ credential });
    clock.now = 3_000;
    pending.shift()?.answer();
    await first;
    clock.now = freshForMs - 1;
    expect((await authenticate()).user?.uid).toBe('alice');
    expect(asked).toHaveLength(1);
    clock.now = freshForMs;
    await authenticate();
    expect(asked).toHaveLength(2);
  });

  it('serves requests that arrive during the call', async () => {
    const { caching, asked, pending } = startIdentity();
    const calls = [1, 2, 3].map(() => caching.authenticate({ credential }));
    pending.shift()?.answer();
    expect(await Promise.all(calls)).toHaveLength(3);
    expect(asked).toHaveLength(1);
  });

  it('is not used for another credential, or when identity does not allow it', async () => {
    const { authenticate, asked } = startIdentity();
    await authenticate('one');
    await authenticate('two');
    expect(asked).toHaveLength(2);
    const strict = startIdentity(0);
    await strict.authenticate();
    await strict.authenticate();
    expect(strict.asked).toHaveLength(2);
  });

  it('is not cached if it is a refusal', async () => {
    const { caching, authenticate, asked, pending } = startIdentity();
    const refused = caching.authenticate({ credential });
    pending.shift()?.refuse();
    await expect(refused).rejects.toMatchObject({ reason: 'revoked-session' });
    await authenticate();
    expect(asked).toHaveLength(2);
  });

  it.each([
    'endSession',
    'endUserSession',
    'endOtherSessions',
    'endSessionsOf',
    'revokeSessions',
    'deleteUser',
  ] as const)('is not used after %s, also if it was asked for before', async (name) => {
    const { caching, authenticate, asked, pending } = startIdentity();
    await authenticate();
    const running = caching.authenticate({ credential: { ...credential, value: 'other' } });
    await caching[name]({}).catch(() => undefined);
    pending.shift()?.answer();
    await running;
    await authenticate();
    await authenticate('other');
    expect(asked).toHaveLength(4);
  });
});

describe('a session that ends through the gateway', () => {
  it('is refused by the next request', async () => {
    const gateway = await startGateway();
    let hasEnded = false;
    gateway.fake({
      identity: {
        authenticate: () =>
          hasEnded
            ? Promise.reject(new ServiceError('unauthenticated', 'revoked-session', 'Ended.'))
            : Promise.resolve({ ...authenticated(alice), freshForMs }),
        endSession: () => {
          hasEnded = true;
          return Promise.resolve({});
        },
      },
      shares: { listShares: () => Promise.resolve({ shares: [], total: 0 }) },
    });
    const headers = cookie('alice');
    const list = () => gateway.call('GET', '/api/file-shares', { headers });
    expect((await list()).status).toBe(200);
    expect((await gateway.call('DELETE', '/api/session', { headers })).status).toBe(200);
    expect((await list()).status).toBe(401);
    await gateway.stop();
  });
});
